import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../../../support/MailSink.ts"
import { password, unique } from "../../../support/people.ts"
import { invite, lastMail, SignInApp, statusOf, stranger, tokenOf } from "../../../support/signIn.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { hidden, makePages, openSessions, send } from "./world.ts"

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("link pages", (it) => {
  const signUp = Effect.fnUntraced(function* (page: (path: string) => string) {
    const sink = yield* MailSink
    const email = stranger()
    const sent = yield* send(page("sign-up"), { email, password, display_name: "Nia" })
    assert.strictEqual(sent.status, 200)
    assert.include(sent.body, "Check your mail")
    return { email, sent, token: tokenOf((yield* sink.waitFor(email)).link) }
  })

  it.effect("link pages confirm an address; a GET spends nothing, and a spent link offers the next step", () =>
    Effect.gen(function* () {
      const { app, page } = yield* makePages
      const { email, token } = yield* signUp(page)
      for (const method of ["GET", "HEAD", "GET", "GET"]) {
        const shown = yield* call(method, page(`verify/${token}`))
        assert.strictEqual(shown.status, 200)
        if (method === "HEAD") continue
        assert.strictEqual(hidden(shown.body, "token"), token)
        assert.include(shown.body, email)
      }
      assert.strictEqual(yield* statusOf(app.id, email), "pending_verification")
      const answer = yield* send(page("verify"), { token })
      assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, page("done?for=verified")])
      assert.strictEqual(yield* statusOf(app.id, email), "active")

      for (const dead of [yield* call("GET", page(`verify/${token}`)), yield* send(page("verify"), { token })]) {
        assert.strictEqual(dead.status, 410)
        assert.include(dead.body, "This link no longer works")
        assert.include(dead.body, `action="${page("verify/resend")}"`)
        assert.include(dead.body, `href="${page("sign-in")}"`)
      }
      assert.strictEqual((yield* call("HEAD", page(`verify/${token}`))).status, 410)
      assert.deepStrictEqual(refusal(yield* call("POST", page("verify"), { body: { token } })), [410, "token_spent"])
      assert.deepStrictEqual(refusal(yield* call("POST", page("verify"), { body: {} })), invalid("token", "required"))
    })
  )

  it.effect("link pages answer JSON with the tokens of the sign-in", () =>
    Effect.gen(function* () {
      const { page } = yield* makePages
      const { token } = yield* signUp(page)
      const { body, headers, status } = yield* call("POST", page("verify"), { body: { token } })
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: body.access_token })).status, 200)
    })
  )

  it.effect("link pages mail a fresh link, which replaces the older one", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, page, user } = yield* makePages
      const { email, sent, token } = yield* signUp(page)
      assert.strictEqual(hidden(sent.body, "email"), email)
      const again = yield* send(page("verify/resend"), { email })
      assert.strictEqual(again.status, 200)
      const fresh = tokenOf((yield* sink.waitFor(email)).link)
      assert.strictEqual((yield* call("GET", page(`verify/${token}`))).status, 410)
      assert.strictEqual((yield* call("GET", page(`verify/${fresh}`))).status, 200)
      const active = yield* send(page("verify/resend"), { email: user.email })
      assert.strictEqual(active.body.replaceAll(user.email, ""), again.body.replaceAll(email, ""))
      assert.isTrue((yield* lastMail(app.id)).nobody)
    })
  )

  it.effect("link pages are dead under another app, which spends nothing", () =>
    Effect.gen(function* () {
      const { app, observe, page } = yield* makePages
      const other = yield* makePages
      const { email, token } = yield* signUp(page)
      const invited = yield* invite(app, stranger(), observe.id)
      assert.strictEqual((yield* call("GET", other.page(`verify/${token}`))).status, 410)
      assert.strictEqual((yield* send(other.page("verify"), { token })).status, 410)
      assert.strictEqual((yield* send(other.page("invite"), { token: invited, password })).status, 410)
      assert.strictEqual(yield* statusOf(app.id, email), "pending_verification")
      assert.strictEqual((yield* send(page("verify"), { token })).status, 303)
      assert.strictEqual((yield* send(page("invite"), { token: invited, password })).status, 303)
    })
  )

  it.effect("link pages set a new password", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { page, user } = yield* makePages
      const sent = yield* send(page("forgot"), { email: user.email })
      const nobody = stranger()
      const unknown = yield* send(page("forgot"), { email: nobody })
      assert.strictEqual(sent.status, unknown.status)
      assert.strictEqual(sent.body.replaceAll(user.email, ""), unknown.body.replaceAll(nobody, ""))
      assert.include(sent.body, "If there is an account")
      const token = tokenOf((yield* sink.waitFor(user.email)).link)
      const shown = yield* call("GET", page(`reset/${token}`))
      assert.include(shown.body, user.email)
      const short = yield* send(page("reset"), { token, new_password: "short" })
      assert.strictEqual(short.status, 200)
      assert.include(short.body, "This is too short.")
      assert.strictEqual(hidden(short.body, "token"), token)
      assert.notInclude(short.body, 'value="short"')
      const answer = yield* send(page("reset"), { token, new_password: "an entirely new one" })
      assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, page("done?for=reset")])
      assert.strictEqual(yield* openSessions(user.user.id), 0)
      assert.include((yield* send(page("sign-in"), { email: user.email, password })).body, "is not right")
      const dead = yield* call("GET", page(`reset/${token}`))
      assert.strictEqual(dead.status, 410)
      assert.include(dead.body, `action="${page("forgot")}"`)
      assert.strictEqual((yield* send(page("reset"), { token, new_password: "an entirely new one" })).status, 410)
    })
  )

  it.effect("link pages take an invited person in, with or without a password", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe, page, set } = yield* makePages
      const email = stranger()
      const token = yield* invite(app, email, observe.id, { displayName: `Kim "K" <i>` })
      const shown = yield* call("GET", page(`invite/${token}`))
      assert.include(shown.body, `value="Kim &quot;K&quot; &lt;i&gt;"`)
      assert.strictEqual((yield* call("HEAD", page(`invite/${token}`))).status, 200)
      const bare = yield* send(page("invite"), { token, display_name: "Kim" })
      assert.strictEqual(bare.status, 200)
      assert.match(bare.body, /id="password"[^>]*aria-invalid="true"/)
      assert.include(bare.body, `value="Kim"`)
      const answer = yield* send(page("invite"), { token, password, display_name: "Kim" })
      assert.deepStrictEqual([answer.status, answer.headers.get("location")], [303, page("done?for=joined")])
      assert.deepStrictEqual(
        (yield* sql`SELECT display_name FROM app_users WHERE app_id = ${app.id} AND email = ${email}`) as unknown,
        [{ display_name: "Kim" }]
      )
      const dead = yield* call("GET", page(`invite/${token}`))
      assert.strictEqual(dead.status, 410)
      assert.include(dead.body, "ask the person who invited you")

      yield* set({ password_enabled: false })
      const second = yield* invite(app, stranger(), observe.id)
      assert.notInclude((yield* call("GET", page(`invite/${second}`))).body, "password")
      assert.strictEqual((yield* send(page("invite"), { token: second })).status, 303)
    })
  )

  it.effect("link pages show the errors of a sign-up, and answer known and unknown addresses alike", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, page, set, user } = yield* makePages
      const fresh = stranger()
      const mine = yield* send(page("sign-up"), { email: user.email, password })
      const theirs = yield* send(page("sign-up"), { email: fresh, password })
      assert.strictEqual(mine.body.replaceAll(user.email, ""), theirs.body.replaceAll(fresh, ""))
      assert.deepStrictEqual([mine.status, theirs.status], [200, 200])

      const none = yield* send(page("sign-up"), "")
      assert.strictEqual(none.status, 200)
      assert.match(none.body, /id="email"[^>]*aria-invalid="true"/)
      const odd = yield* send(page("sign-up"), { email: "nobody", password, display_name: "Nia" })
      assert.include(odd.body, "Enter an e-mail address like")
      assert.include(odd.body, `value="Nia"`)
      assert.notInclude(odd.body, password)
      assert.strictEqual((yield* call("POST", page("sign-up"), { body: { email: stranger(), password } })).status, 202)

      yield* sql`UPDATE apps SET allowed_domains = ARRAY['other.org'] WHERE id = ${app.id}`
      const domain = yield* send(page("sign-up"), { email: `nia-${unique()}@example.com`, password })
      assert.strictEqual(domain.status, 200)
      assert.include(domain.body, "addresses of this domain")
      yield* sql`UPDATE apps SET allowed_domains = '{}' WHERE id = ${app.id}`
      yield* set({ default_role_id: null })
      const full = yield* send(page("sign-up"), { email: stranger(), password })
      assert.strictEqual(full.status, 200)
      assert.include(full.body, "can take no new accounts")
    })
  )
})
