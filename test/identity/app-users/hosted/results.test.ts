import { assert, layer } from "@effect/vitest"
import { boundedFacts } from "@fleet/server/platform/pages/FormResults"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { password } from "../../../support/people.ts"
import { cookieOf } from "../../../support/results.ts"
import { SignInApp, stranger } from "../../../support/signIn.ts"
import { TestApp } from "../../../support/TestApp.ts"
import { type Answer, call } from "../../../support/wire.ts"
import { hidden, makePages, post } from "./world.ts"

const locationOf = ({ headers }: Answer) => headers.get("location")!

const look = (location: string, cookie: string) => call("GET", location, { headers: { cookie } })

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("the result of a form", (it) => {
  it.effect("the result of a form is shown by any number of GETs of the browser that sent the form", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const typed = "not the right password"
      const answer = yield* post(page("sign-in?lang=de"), { email: user.email, password: typed })
      assert.deepStrictEqual([answer.status, answer.body], [303, null])
      assert.match(locationOf(answer), new RegExp(`^${page("result")}/[\\w-]{16}\\?lang=de$`))
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      const [cookie] = answer.headers.getSetCookie()
      for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"]) assert.include(cookie, attribute)
      assert.notInclude(cookie, encodeURIComponent(user.email))
      for (let time = 0; time < 2; time++) {
        const shown = yield* look(locationOf(answer), cookieOf(answer))
        assert.strictEqual(shown.status, 200)
        assert.strictEqual(shown.headers.get("cache-control"), "no-store")
        assert.include(shown.body, "Die E-Mail-Adresse oder das Passwort stimmt nicht.")
        assert.include(shown.body, `value="${user.email}"`)
        assert.notInclude(shown.body, typed)
      }
      const inEnglish = yield* look(locationOf(answer).replace("lang=de", "lang=en"), cookieOf(answer))
      assert.include(inEnglish.body, "is not right")
    })
  )

  it.effect("the result of a form is bound to its browser, its app and its form", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const other = yield* makePages
      const answer = yield* post(page("sign-in"), { email: user.email, password: "no" })
      const location = locationOf(answer)
      const [name, value] = cookieOf(answer).split("=") as [string, string]
      const id = location.split("/").at(-1)!
      const theirs = yield* post(page("forgot"), { email: stranger() })
      const attempts = [
        [location, ""],
        [location, `${name}=${value.slice(0, -2)}AA`],
        [location, `${name}=`],
        [location, cookieOf(theirs)],
        [locationOf(theirs), `result-${locationOf(theirs).split("/").at(-1)}=${value}`],
        [other.page(`result/${id}`), cookieOf(answer)]
      ] as const
      for (const [at, cookie] of attempts) {
        const shown = yield* look(at, cookie)
        assert.strictEqual(shown.status, 410, cookie)
        assert.include(shown.body, "This page is over")
        assert.include(shown.body, "keeps no cookies")
        assert.include(shown.body, `/sign-in"`)
        assert.notInclude(shown.body, user.email)
      }
    })
  )

  it.effect("the result of a form is kept apart for each tab, and gives way when there are too many", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const [one, two] = [stranger(), stranger()]
      const first = yield* post(page("sign-in"), { email: one, password: "no" })
      const cookies = { cookie: cookieOf(first) }
      const second = yield* post(page("sign-in"), { email: two, password: "no" }, cookies)
      const both = `${cookieOf(first)}; ${cookieOf(second)}`
      assert.include((yield* look(locationOf(first), both)).body, one)
      assert.include((yield* look(locationOf(second), both)).body, two)

      const jar = new Map<string, string>()
      const long = `${"a".repeat(60)}.${"b".repeat(60)}@${"c".repeat(60)}.${"d".repeat(60)}.example`
      let held = 0
      for (let sent = 0; sent < 30; sent++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
        const given = { email: long, display_name: "ü".repeat(119), password: "short" }
        const answer = yield* post(page("sign-up"), given, { cookie })
        for (const set of answer.headers.getSetCookie()) {
          const [name, value] = set.split(";")[0]!.split("=") as [string, string]
          if (value === "") jar.delete(name)
          else jar.set(name, value)
        }
        held = [...jar.values()].join("").length
        assert.isAtMost(held, 6000)
      }
      assert.isAbove(held, 3000)
      assert.isAbove(jar.size, 2)
      assert.notInclude([...jar.keys()].join(), user.email)
    })
  )

  it.effect("the result of a form fits into a cookie, whatever was sent", () =>
    Effect.gen(function* () {
      const { page } = yield* makePages
      const huge = "x".repeat(100_000)
      const forms: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
        ["sign-up", { email: `${huge}@example.com`, password, display_name: huge }],
        ["sign-in", { email: "nia@example.com", [huge]: "1" }],
        ["verify", { token: huge }],
        ["two-factor", { challenge: huge, code: "000000" }]
      ]
      for (const [path, given] of forms) {
        const answer = yield* post(page(path), given)
        assert.strictEqual(answer.status, 303, path)
        assert.isBelow(answer.headers.getSetCookie()[0]!.length, 4096, path)
        const shown = yield* look(locationOf(answer), cookieOf(answer))
        assert.include([200, 410], shown.status, path)
      }
      const facts = { token: "t".repeat(43), email: "e".repeat(1447) }
      assert.deepStrictEqual(boundedFacts(facts), facts)
      assert.deepStrictEqual(boundedFacts({ ...facts, email: `${facts.email}e` }), { token: facts.token })
    })
  )

  it.effect("the result of a form holds no password and no code, and no link of a mail stands in its address", () =>
    Effect.gen(function* () {
      const { page, set, user } = yield* makePages
      yield* set({ two_factor: "required" })
      const challenged = yield* post(page("sign-in"), { email: user.email, password })
      const step = yield* look(locationOf(challenged), cookieOf(challenged))
      const challenge = hidden(step.body, "challenge")
      assert.notInclude(locationOf(challenged), challenge)
      const secret = "a token of a mail"
      for (const path of ["verify", "reset", "invite"]) {
        const answer = yield* post(page(path), { token: secret, new_password: "tiny", password: "tiny" })
        assert.notInclude(decodeURIComponent(locationOf(answer)), secret)
      }
      const wrong = yield* post(page("two-factor/setup/confirm"), { challenge, code: "918273" })
      assert.notInclude((yield* look(locationOf(wrong), cookieOf(wrong))).body, "918273")
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("the result of a form", (it) => {
  it.effect("the result of a form is over after ten minutes, whatever the browser keeps", () =>
    Effect.gen(function* () {
      const { page } = yield* makePages
      const answer = yield* post(page("forgot"), { email: "nobody" })
      const shown = look(locationOf(answer), cookieOf(answer))
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual((yield* shown).status, 200)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* shown).status, 410)
    })
  )
})
