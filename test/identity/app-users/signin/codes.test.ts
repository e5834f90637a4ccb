import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../../../support/MailSink.ts"
import { password, unique } from "../../../support/people.ts"
import { ageCodes, lastMail, makeDoor, post, SignInApp, statusOf, stranger, tokenOf } from "../../../support/signIn.ts"
import { codeInStep } from "../../../support/Totp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

const spent = [410, "token_spent"]
const wrong = (attempts_left: number) => [400, "invalid_code", { attempts_left }]
const other = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("a code sign-in", (it) => {
  it.effect("a code sign-in takes the code once, and the address in any case", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at, user } = yield* makeDoor
      const answer = yield* post("login/code", at(` ${user.email.toUpperCase()}`))
      assert.strictEqual(answer.status, 202)
      assert.isNull(answer.body)
      const { code } = yield* sink.waitFor(user.email)
      assert.match(code, /^[0-9]{6}$/)
      const signedIn = yield* post("login/code/verify", { ...at(), code })
      assert.strictEqual(signedIn.status, 200)
      assert.strictEqual(signedIn.headers.get("cache-control"), "no-store")
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: signedIn.body.access_token })).status, 200)
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(), code })), spent)
    })
  )

  it.effect("a code sign-in activates a pending account, whose verification link dies", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at } = yield* makeDoor
      const email = stranger()
      yield* post("register", { ...at(email), password })
      const { link } = yield* sink.waitFor(email)
      yield* post("login/code", at(email))
      const { code } = yield* sink.waitFor(email)
      assert.strictEqual((yield* post("login/code/verify", { ...at(email), code })).status, 200)
      assert.strictEqual(yield* statusOf(app.id, email), "active")
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token: tokenOf(link) })), spent)
    })
  )

  it.effect("a code sign-in voids a password set before the address was verified, until a mail sets it anew", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, owner, user } = yield* makeDoor
      const login = (email: string, password: string) => post("login", { ...at(email), password })
      const byCode = Effect.fnUntraced(function* (email: string) {
        yield* post("login/code", at(email))
        const answer = yield* post("login/code/verify", { ...at(email), code: (yield* sink.waitFor(email)).code })
        assert.strictEqual(answer.status, 200)
        return answer.body as { access_token: string; password_reset_needed?: true }
      })
      const email = stranger()
      yield* post("register", { ...at(email), password: "somebody else's choice" })
      yield* sink.waitFor(email)
      const { access_token: as, password_reset_needed: needed } = yield* byCode(email)
      assert.isTrue(needed)
      const told = yield* sink.waitFor(email)
      assert.include(told.subject, "must be set anew")
      assert.deepStrictEqual(refusal(yield* login(email, "somebody else's choice")), [401, "invalid_credentials"])
      const change = { current_password: "somebody else's choice", new_password: password }
      const changed = yield* call("POST", "/api/client/password/change", { as, body: change })
      assert.deepStrictEqual(refusal(changed), [401, "invalid_credentials"])
      const { users } = (yield* call("GET", `/api/apps/${app.id}/users`, { as: owner.token })).body
      assert.isTrue(users.find((each: { email: string }) => each.email === email).has_password)

      // It is said at each sign-in until then, and mailed once.
      yield* ageCodes(app.id, 61)
      assert.isTrue((yield* byCode(email)).password_reset_needed)
      const sql = yield* SqlClient.SqlClient
      const mails = yield* sql`SELECT id FROM work_items WHERE app_id = ${app.id} AND kind = 'password_lost'`
      assert.strictEqual(mails.length, 1)
      const reset = yield* post("password/reset/confirm", { token: tokenOf(told.link), new_password: password })
      assert.strictEqual(reset.status, 200)
      assert.notProperty(reset.body, "password_reset_needed")
      // From now on the address is proved, and a code changes nothing.
      yield* ageCodes(app.id, 61)
      for (const proved of [email, user.email]) {
        assert.notProperty(yield* byCode(proved), "password_reset_needed")
        assert.strictEqual((yield* login(proved, password)).status, 200)
      }
    })
  )

  it.effect("a code sign-in answers password_reset_needed with the challenge and with the tokens", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at } = yield* makeDoor
      const pending = Effect.gen(function* () {
        const email = stranger()
        yield* post("register", { ...at(email), password: "somebody else's choice" })
        yield* sink.waitFor(email)
        yield* post("login/code", at(email))
        const { code } = yield* sink.waitFor(email)
        return { email, verify: post("login/code/verify", { ...at(email), code }) }
      })
      const [first, second] = [yield* pending, yield* pending]
      yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${app.id}`
      const { body } = yield* first.verify
      assert.deepStrictEqual([body.status, body.password_reset_needed], ["two_factor_setup_required", true])
      const { challenge } = body
      const { secret } = (yield* post("two-factor/setup", { challenge })).body
      const code = codeInStep(secret, Math.floor(Date.now() / 30_000))
      const confirmed = yield* post("two-factor/setup/confirm", { challenge, code })
      assert.isTrue(confirmed.body.session.password_reset_needed)

      yield* sql`UPDATE apps SET two_factor = 'off', password_enabled = false WHERE id = ${app.id}`
      const tokens = yield* second.verify
      assert.deepStrictEqual([tokens.status, "password_reset_needed" in tokens.body], [200, false])
      const mails = yield* sql`SELECT id FROM work_items WHERE app_id = ${app.id} AND kind = 'password_lost'`
      assert.strictEqual(mails.length, 1)
    })
  )

  it.effect("a code sign-in gives no password to an account that has none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at } = yield* makeDoor
      const email = stranger()
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      yield* post("register", at(email))
      yield* post("login/code", at(email))
      yield* sink.waitFor(email)
      const { code } = yield* sink.waitFor(email)
      assert.strictEqual((yield* post("login/code/verify", { ...at(email), code })).status, 200)
      const rows = yield* sql`SELECT id FROM app_users WHERE app_id = ${app.id} AND email = ${email}
        AND status = 'active' AND password_hash IS NULL`
      assert.lengthOf(rows, 1)
    })
  )

  it.effect("a code sign-in counts wrong codes down to none, for an address without an account too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      const blocked = stranger()
      yield* post("register", { ...at(blocked), password })
      yield* sink.waitFor(blocked)
      yield* sql`UPDATE app_users SET status = 'blocked' WHERE app_id = ${app.id} AND email = ${blocked}`
      yield* post("login/code", at())
      const { code } = yield* sink.waitFor(user.email)
      for (const email of [user.email, stranger(), blocked]) {
        if (email !== user.email) {
          assert.strictEqual((yield* post("login/code", at(email))).status, 202)
          assert.isTrue((yield* lastMail(app.id)).nobody)
        }
        const verify = (code: string) => Effect.map(post("login/code/verify", { ...at(email), code }), refusal)
        for (const left of [4, 3, 2, 1, 0]) assert.deepStrictEqual(yield* verify(other(code)), wrong(left))
        assert.deepStrictEqual(yield* verify(code), spent)
      }
    })
  )

  it.effect("a code sign-in answers five of fifty guesses at once, and all the others as spent", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at, user } = yield* makeDoor
      yield* post("login/code", at())
      const { code } = yield* sink.waitFor(user.email)
      const absent = stranger()
      yield* post("login/code", at(absent))
      for (const email of [user.email, absent]) {
        const answers = yield* Effect.forEach(
          Array.from({ length: 50 }),
          () => post("login/code/verify", { ...at(email), code: other(code) }),
          { concurrency: "unbounded" }
        )
        const left = answers.filter(({ status }) => status === 400).map(({ body }) => body.details.attempts_left)
        assert.deepStrictEqual(left.sort(), [0, 1, 2, 3, 4])
        assert.strictEqual(answers.filter(({ status }) => status === 410).length, 45)
      }
    })
  )

  it.effect("a code sign-in signs in once, however many present the code at once", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at, user } = yield* makeDoor
      yield* post("login/code", at())
      const { code } = yield* sink.waitFor(user.email)
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => post("login/code/verify", { ...at(), code }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
      assert.strictEqual(answers.filter(({ status }) => status === 410).length, 49)
    })
  )

  it.effect("a code sign-in keeps the code within a minute of the last, and replaces it after that", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      yield* post("login/code", at())
      const first = (yield* sink.waitFor(user.email)).code
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(), code: other(first) })), wrong(4))
      yield* ageCodes(app.id, 55)
      assert.strictEqual((yield* post("login/code", at())).status, 202)
      assert.strictEqual((yield* lastMail(app.id)).count, 1)
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(), code: other(first) })), wrong(3))

      yield* ageCodes(app.id, 6)
      yield* post("login/code", at())
      const second = (yield* sink.waitFor(user.email)).code
      if (first !== second) {
        assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(), code: first })), wrong(4))
      }
      assert.strictEqual((yield* post("login/code/verify", { ...at(), code: second })).status, 200)
      // Used within the minute: still no second mail.
      yield* post("login/code", at())
      assert.strictEqual((yield* lastMail(app.id)).count, 2)
    })
  )

  it.effect("a code sign-in replaces one from before the clock was set back", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      yield* post("login/code", at())
      yield* sink.waitFor(user.email)
      yield* ageCodes(app.id, -3600)
      yield* post("login/code", at())
      const { code } = yield* sink.waitFor(user.email)
      assert.strictEqual((yield* lastMail(app.id)).count, 2)
      assert.strictEqual((yield* post("login/code/verify", { ...at(), code })).status, 200)
    })
  )

  it.effect("a code sign-in of fifty requests at once mails one code", () =>
    Effect.gen(function* () {
      const { app, at, user } = yield* makeDoor
      for (const [email, count] of [
        [user.email, 1],
        [stranger(), 2]
      ] as const) {
        const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => post("login/code", at(email)), {
          concurrency: "unbounded"
        })
        assert.isTrue(answers.every(({ status }) => status === 202))
        assert.strictEqual((yield* lastMail(app.id)).count, count)
      }
    })
  )

  it.effect("a code sign-in forgets a code after ten minutes, and knows none that was never asked for", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      const absent = stranger()
      yield* post("login/code", at())
      yield* post("login/code", at(absent))
      const { code } = yield* sink.waitFor(user.email)
      yield* ageCodes(app.id, 590)
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(), code: other(code) })), wrong(4))
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(absent), code })), wrong(4))
      yield* ageCodes(app.id, 10)
      for (const email of [user.email, absent, stranger()]) {
        assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(email), code })), spent)
      }
    })
  )

  it.effect("a code sign-in refuses a person blocked or removed since the mail like a wrong code", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, owner, user } = yield* makeDoor
      yield* post("login/code", at())
      const { code } = yield* sink.waitFor(user.email)
      yield* sql`UPDATE app_users SET status = 'blocked' WHERE id = ${user.user.id}`
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(), code })), wrong(4))
      yield* call("DELETE", `/api/apps/${app.id}/users/${user.user.id}`, { as: owner.token })
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(), code })), wrong(3))
    })
  )

  it.effect("a code sign-in keeps apps apart", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at, user } = yield* makeDoor
      const elsewhere = yield* makeDoor
      yield* post("login/code", at())
      const { code } = yield* sink.waitFor(user.email)
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...elsewhere.at(user.email), code })), spent)
      assert.strictEqual((yield* post("login/code/verify", { ...at(), code })).status, 200)
    })
  )

  it.effect("a code sign-in is refused where the app does not offer it, and where there is no app", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, user } = yield* makeDoor
      const nowhere = { app_identifier: `app_${unique()}`, email: user.email }
      assert.deepStrictEqual(refusal(yield* post("login/code", nowhere)), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...nowhere, code: "000000" })), spent)
      assert.deepStrictEqual(refusal(yield* post("login/code", { ...at(), code: "1" })), invalid("code", "unknown"))
      for (const code of ["12345", "1234567", "12345a", "１２３４５６"]) {
        const answer = yield* post("login/code/verify", { ...at(), code })
        assert.deepStrictEqual(refusal(answer), invalid("code", "format"))
      }
      yield* sql`UPDATE apps SET email_code_enabled = false WHERE id = ${app.id}`
      const refused = [403, "method_not_allowed"]
      for (const email of [user.email, stranger()]) {
        assert.deepStrictEqual(refusal(yield* post("login/code", at(email))), refused)
        assert.deepStrictEqual(refusal(yield* post("login/code/verify", { ...at(email), code: "000000" })), refused)
      }
    })
  )
})
