import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../../../support/MailSink.ts"
import { password } from "../../../support/people.ts"
import { SignInApp, stranger } from "../../../support/signIn.ts"
import { call } from "../../../support/wire.ts"
import { hidden, makePages, send } from "./world.ts"

const home = "https://app.example.com/home"

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("an end page", (it) => {
  it.effect("an end page leads on: to the app where it has a home, and to sign in", () =>
    Effect.gen(function* () {
      const { page, set, user } = yield* makePages
      const ends = Effect.gen(function* () {
        const answers = new Map<string, string>()
        for (const action of ["signed_in", "verified", "reset", "joined", "password_lost", "other"]) {
          answers.set(action, (yield* call("GET", page(`done?for=${action}`))).body)
        }
        for (const path of ["verify/x", "reset/x", "invite/x", "result/x", "nowhere"]) {
          answers.set(path, (yield* call("GET", page(path))).body)
        }
        answers.set("challenge", (yield* send(page("two-factor"), { challenge: "x", code: "000000" })).body)
        answers.set("foreign", (yield* send(page("sign-in"), {}, { origin: "https://evil.example" })).body)
        yield* set({ self_registration: false })
        answers.set("closed", (yield* call("GET", page("sign-up"))).body)
        yield* set({ self_registration: true, password_enabled: false })
        answers.set("no passwords", (yield* send(page("forgot"), { email: user.email })).body)
        yield* set({ password_enabled: true })
        return answers
      })
      for (const [end, body] of yield* ends) assert.include(body, `href="${page("sign-in")}"`, end)
      yield* set({ app_url: home })
      for (const [end, body] of yield* ends) assert.include(body, `href="${home}"`, end)
      yield* set({ password_enabled: false, email_code_enabled: false })
      const none = yield* call("GET", page("sign-in"))
      assert.deepStrictEqual([none.status, none.body.includes(`href="${home}"`)], [403, true])
    })
  )

  it.effect("an end page offers the sign-up link after every refused sign-in alike", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { page, set, user } = yield* makePages
      const pending = stranger()
      yield* send(page("sign-up"), { email: pending, password })
      const old = yield* sink.waitFor(pending)
      const bodies: Array<string> = []
      for (const [email, given] of [
        [pending, password],
        [pending, "not this password"],
        [user.email, "not this password"],
        [stranger(), password]
      ] as const) {
        const { body, status } = yield* send(page("sign-in"), { email, password: given })
        assert.strictEqual(status, 200)
        assert.include(body, "Did you just sign up?")
        assert.include(body, `action="${page("verify/resend")}"`)
        assert.strictEqual(hidden(body, "email"), email)
        bodies.push(body.replaceAll(email, ""))
      }
      assert.strictEqual(new Set(bodies).size, 1)
      const sent = yield* send(page("verify/resend"), { email: pending })
      assert.include(sent.body, "Check your mail")
      const fresh = yield* sink.waitFor(pending)
      assert.notStrictEqual(fresh.link, old.link)
      assert.notInclude((yield* call("GET", page("sign-in"))).body, "Did you just sign up?")
      yield* set({ self_registration: false })
      const closed = yield* send(page("sign-in"), { email: pending, password })
      assert.notInclude(closed.body, "Did you just sign up?")
    })
  )

  it.effect("an end page says whose account the second step is for, and leads to another one", () =>
    Effect.gen(function* () {
      const { page, set, user } = yield* makePages
      yield* set({ two_factor: "required" })
      const intro = yield* send(page("sign-in"), { email: user.email, password })
      const challenge = hidden(intro.body, "challenge")
      const setup = yield* send(page("two-factor/setup"), { challenge })
      const wrong = yield* send(page("two-factor/setup/confirm"), { challenge, code: "12" })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE sign_in_challenges SET status = 'two_factor_required' WHERE user_id = ${user.user.id}`
      const second = yield* send(page("two-factor"), { challenge, code: "12" })
      for (const { body } of [intro, setup, wrong, second]) {
        assert.match(body, new RegExp(`<span class="unseen">Your account</span>\\s*<strong>${user.email}</strong>`))
        assert.match(body, new RegExp(`href="${page("sign-in")}"\\s*>Not you\\?<`))
      }
    })
  )

  it.effect("an end page shows after a code sign-in that a password was lost, and how to set a new one", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { page } = yield* makePages
      const email = stranger()
      yield* send(page("sign-up?lang=de"), { email, password })
      yield* sink.waitFor(email)
      yield* send(page("sign-in/code?lang=de"), { email })
      const { code } = yield* sink.waitFor(email)
      const proved = yield* send(page("sign-in/code/verify?lang=de"), { email, code })
      assert.strictEqual(proved.headers.get("location"), page("done?lang=de&for=password_lost"))
      const done = yield* call("GET", page("done?lang=de&for=password_lost"))
      assert.include(done.body, "Ihr Passwort gilt nicht mehr")
      assert.include(done.body, `href="${page("forgot?lang=de")}"`)
      const mail = yield* sink.waitFor(email)
      assert.include(mail.subject, "muss neu festgelegt werden")
      const reset = yield* call("GET", new URL(mail.link).pathname)
      assert.deepStrictEqual([reset.status, reset.body.includes(email)], [200, true])
    })
  )
})
