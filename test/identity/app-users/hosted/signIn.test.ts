import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MailSink } from "../../../support/MailSink.ts"
import { password } from "../../../support/people.ts"
import { SignInApp, stranger } from "../../../support/signIn.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { hidden, makePages, openSessions, send } from "./world.ts"

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("the sign-in page", (it) => {
  it.effect("the sign-in page takes a password, keeps no session and sends to the last page", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const before = yield* openSessions(user.user.id)
      const shown = yield* call("GET", page("sign-in"))
      assert.strictEqual(shown.status, 200)
      assert.include(shown.body, `action="${page("sign-in")}"`)
      const answer = yield* send(page("sign-in"), { email: user.email, password })
      assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, page("done?for=signed_in")])
      assert.isNull(answer.body)
      assert.strictEqual(yield* openSessions(user.user.id), before)
      const done = yield* call("GET", page("done?for=signed_in"))
      assert.include(done.body, "Your sign-in works")
      assert.include(done.body, "You can close this tab")
    })
  )

  it.effect("the sign-in page refuses an unknown address and a wrong password alike, and shows no password again", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const wrong = yield* send(page("sign-in"), { email: user.email, password: "not the password" })
      const unknown = yield* send(page("sign-in"), { email: stranger(), password: "not the password" })
      assert.deepStrictEqual([wrong.status, unknown.status], [200, 200])
      const said = "The e-mail address or the password is not right."
      for (const { body } of [wrong, unknown]) {
        assert.include(body, said)
        assert.include(body, `role="alert"`)
        assert.include(body, "<title>Error: Sign in")
        assert.notInclude(body, "not the password")
      }
      const nameless = (body: string) => body.replaceAll(/[\w-]+@example.com/g, "")
      assert.strictEqual(nameless(wrong.body), nameless(unknown.body))
    })
  )

  it.effect("the sign-in page answers JSON like its client twin", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const answer = yield* call("POST", page("sign-in"), { body: { email: user.email, password } })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: answer.body.access_token })).status, 200)
      const wrong = yield* call("POST", page("sign-in"), { body: { email: user.email, password: "no" } })
      assert.deepStrictEqual(refusal(wrong), [401, "invalid_credentials"])
      const extra = { email: user.email, password, app_identifier: "another" }
      assert.deepStrictEqual(
        refusal(yield* call("POST", page("sign-in"), { body: extra })),
        invalid("app_identifier", "unknown")
      )
      assert.deepStrictEqual(
        refusal(yield* call("POST", page("sign-in/code"), { body: {} })),
        invalid("email", "required")
      )
      const code = yield* call("POST", page("sign-in/code"), { body: { email: user.email } })
      assert.deepStrictEqual([code.status, code.body], [202, null])
    })
  )

  it.effect("the sign-in page takes a mailed code, and counts wrong ones", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { page, user } = yield* makePages
      const sent = yield* send(page("sign-in/code"), { email: user.email })
      assert.strictEqual(sent.status, 200)
      assert.include(sent.body, "If there is an account for this address")
      assert.strictEqual(hidden(sent.body, "email"), user.email)
      const { code } = yield* sink.waitFor(user.email)
      const other = code === "000000" ? "000001" : "000000"
      const wrong = yield* send(page("sign-in/code/verify"), { email: user.email, code: other })
      assert.strictEqual(wrong.status, 200)
      assert.include(wrong.body, "4 attempts are left")
      assert.match(wrong.body, /id="code"[^>]*aria-invalid="true"[^>]*aria-describedby="code-wrong"/)
      assert.strictEqual(hidden(wrong.body, "email"), user.email)
      const odd = yield* send(page("sign-in/code/verify"), { email: user.email, code: "12" })
      assert.include(odd.body, "Enter the six digits")
      const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
      const strict = yield* call("POST", page("sign-in/code/verify"), { body: { email: user.email, code: spaced } })
      assert.deepStrictEqual(refusal(strict), invalid("code", "format"))
      const right = yield* send(page("sign-in/code/verify"), { email: user.email, code: ` ${spaced}\u00a0` })
      assert.deepStrictEqual([right.status, right.headers.get("location")], [303, page("done?for=signed_in")])
      const spent = yield* send(page("sign-in/code/verify"), { email: user.email, code })
      assert.strictEqual(spent.status, 200)
      assert.include(spent.body, "Ask for a new one")
      assert.include(spent.body, `action="${page("sign-in/code")}"`)
    })
  )

  it.effect("the sign-in page asks the same questions of an address without an account", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const nameless = (body: string) => body.replaceAll(/[\w-]+@example.com/g, "")
      const mine = yield* send(page("sign-in/code"), { email: user.email })
      const theirs = yield* send(page("sign-in/code"), { email: stranger() })
      assert.deepStrictEqual([mine.status, nameless(mine.body)], [theirs.status, nameless(theirs.body)])
    })
  )

  it.effect("the sign-in page offers the app's methods only, and has its own page for none", () =>
    Effect.gen(function* () {
      const { page, set, user } = yield* makePages
      yield* set({ password_enabled: false, self_registration: false })
      const byCode = (yield* call("GET", page("sign-in"))).body
      assert.notInclude(byCode, `type="password"`)
      assert.notInclude(byCode, page("forgot"))
      assert.notInclude(byCode, page("sign-up"))
      assert.include(byCode, `action="${page("sign-in/code")}"`)
      const refused = yield* send(page("sign-in"), { email: user.email, password })
      assert.strictEqual(refused.status, 403)
      assert.include(refused.body, "does not offer this way to sign in")
      for (const path of ["forgot", "sign-up", "reset/any"]) {
        assert.strictEqual((yield* call("GET", page(path))).status, 403, path)
      }
      assert.strictEqual((yield* send(page("forgot"), { email: user.email })).status, 403)
      const closed = yield* send(page("sign-up"), { email: stranger() })
      assert.strictEqual(closed.status, 403)
      assert.include(closed.body, "only people who are invited")

      yield* set({ password_enabled: true, email_code_enabled: false })
      const byPassword = (yield* call("GET", page("sign-in"))).body
      assert.include(byPassword, `type="password"`)
      assert.notInclude(byPassword, page("sign-in/code"))
      assert.strictEqual((yield* send(page("sign-in/code"), { email: user.email })).status, 403)

      yield* set({ password_enabled: false })
      assert.strictEqual((yield* call("GET", page("sign-in"))).status, 403)
    })
  )

  it.effect("the sign-in page leads to the app where it has a home", () =>
    Effect.gen(function* () {
      const { page, set } = yield* makePages
      yield* set({ app_url: "https://app.example.com/home?a=1&b=2" })
      const { body } = yield* call("GET", page("done"))
      assert.include(body, `href="https://app.example.com/home?a=1&amp;b=2"`)
      assert.notInclude(body, "close this tab")
    })
  )
})
