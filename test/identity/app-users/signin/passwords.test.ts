import { assert, layer } from "@effect/vitest"
import { Challenges } from "@fleet/server/identity/app-users/signin/Challenges"
import { PasswordRecovery } from "@fleet/server/identity/app-users/signin/PasswordRecovery"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../../../support/MailSink.ts"
import { password, unique } from "../../../support/people.ts"
import { connectRealtime } from "../../../support/RealtimeClient.ts"
import { lastMail, makeDoor, post, SignInApp, statusOf, stranger, tokenOf } from "../../../support/signIn.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

const spent = [410, "token_spent"]
const refused = [401, "invalid_credentials"]
const fresh = "a password to come"

const actions = Effect.fnUntraced(function* (userId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ action: string }>`SELECT action FROM audit_events WHERE actor_id = ${userId} ORDER BY seq`
  return rows.map(({ action }) => action)
})

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("a forgotten password", (it) => {
  it.effect("a forgotten password is set anew with a mailed link, which ends every session and signs in", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      const answer = yield* post("password/reset", at(user.email.toUpperCase()))
      assert.strictEqual(answer.status, 202)
      assert.isNull(answer.body)
      const { link } = yield* sink.waitFor(user.email)
      assert.match(link, new RegExp(`^http://localhost:8787/app/${app.identifier}/reset/[A-Za-z0-9_-]{43}$`))
      const token = tokenOf(link)
      assert.deepStrictEqual(
        refusal(yield* post("password/reset/confirm", { token, new_password: "eleven char" })),
        invalid("new_password", "too_short")
      )
      const confirmed = yield* post("password/reset/confirm", { token, new_password: fresh })
      assert.strictEqual(confirmed.status, 200)
      assert.strictEqual(confirmed.headers.get("cache-control"), "no-store")
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: user.token })), [401, "token_revoked"])
      assert.deepStrictEqual(refusal(yield* post("refresh", { refresh_token: user.refreshToken })), [
        401,
        "token_revoked"
      ])
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: confirmed.body.access_token })).status, 200)
      assert.strictEqual((yield* post("refresh", { refresh_token: confirmed.body.refresh_token })).status, 200)
      assert.deepStrictEqual(refusal(yield* post("login", { ...at(), password })), refused)
      assert.strictEqual((yield* post("login", { ...at(), password: fresh })).status, 200)
      const again = yield* post("password/reset/confirm", { token, new_password: "yet another one" })
      assert.deepStrictEqual(refusal(again), spent)
      assert.includeMembers(yield* actions(user.user.id), ["app_user.password_reset", "app_user.login"])
    })
  )

  it.effect("a forgotten password verifies the address of a pending account", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at } = yield* makeDoor
      const email = stranger()
      yield* post("register", { ...at(email), password })
      const verification = tokenOf((yield* sink.waitFor(email)).link)
      yield* post("password/reset", at(email))
      const token = tokenOf((yield* sink.waitFor(email)).link)
      assert.strictEqual((yield* post("password/reset/confirm", { token, new_password: fresh })).status, 200)
      assert.strictEqual(yield* statusOf(app.id, email), "active")
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token: verification })), spent)
    })
  )

  it.effect("a forgotten password still needs the second factor that is due", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${app.id}`
      const { challenge } = (yield* post("login", { ...at(), password })).body
      yield* post("password/reset", at())
      const token = tokenOf((yield* sink.waitFor(user.email)).link)
      const { body, status } = yield* post("password/reset/confirm", { token, new_password: fresh })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(Object.keys(body).sort(), ["challenge", "status"])
      assert.strictEqual(body.status, "two_factor_setup_required")
      assert.strictEqual((yield* post("login", { ...at(), password: fresh })).status, 200)
      // The sign-in that began with the older password goes no further.
      const challenges = yield* Challenges
      assert.isTrue(Option.isNone(yield* challenges.lockForUpdate(challenge)))
      assert.isTrue(Option.isSome(yield* challenges.lockForUpdate(body.challenge)))
    })
  )

  it.effect("a forgotten password mails no link to an account without one, blocked or unknown", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, user } = yield* makeDoor
      const ask = Effect.fnUntraced(function* (email: string) {
        assert.strictEqual((yield* post("password/reset", at(email))).status, 202)
        return yield* lastMail(app.id)
      })
      assert.deepStrictEqual(yield* ask(stranger()), { count: 1, kind: "reset", nobody: true })
      yield* sql`UPDATE app_users SET status = 'blocked' WHERE id = ${user.user.id}`
      assert.deepStrictEqual(yield* ask(user.email), { count: 2, kind: "reset", nobody: true })
      yield* sql`UPDATE app_users SET status = 'active', password_hash = NULL WHERE id = ${user.user.id}`
      assert.deepStrictEqual(yield* ask(user.email), { count: 3, kind: "reset", nobody: true })
    })
  )

  it.effect("a forgotten password is refused where the app takes no passwords, and where there is no app", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      yield* post("password/reset", at())
      const token = tokenOf((yield* sink.waitFor(user.email)).link)
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      const notAllowed = [403, "method_not_allowed"]
      for (const email of [user.email, stranger()]) {
        assert.deepStrictEqual(refusal(yield* post("password/reset", at(email))), notAllowed)
      }
      const confirm = (token: string) => post("password/reset/confirm", { token, new_password: fresh })
      assert.deepStrictEqual(refusal(yield* confirm(token)), notAllowed)
      assert.deepStrictEqual(refusal(yield* confirm("unknown")), spent)
      yield* sql`UPDATE apps SET password_enabled = true, reset_url = 'https://app.example.com/r/{token}'`
      yield* sql`UPDATE app_user_links SET expires_at = expires_at - interval '1 hour'`
      assert.deepStrictEqual(refusal(yield* confirm(token)), spent)
      yield* post("password/reset", at())
      const { link } = yield* sink.waitFor(user.email)
      assert.match(link, /^https:\/\/app\.example\.com\/r\/[A-Za-z0-9_-]{43}$/)
      assert.deepStrictEqual(refusal(yield* confirm(token)), spent)
      assert.strictEqual((yield* confirm(tokenOf(link))).status, 200)
      const nowhere = { app_identifier: `app_${unique()}`, email: user.email }
      assert.deepStrictEqual(refusal(yield* post("password/reset", nowhere)), [404, "not_found"])
    })
  )

  it.effect("a forgotten password is set once, over concurrent uses of the link", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at, user } = yield* makeDoor
      yield* post("password/reset", at())
      const token = tokenOf((yield* sink.waitFor(user.email)).link)
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, index) => `the new password ${index}`),
        (new_password) =>
          Effect.map(post("password/reset/confirm", { token, new_password }), ({ status }) => ({
            new_password,
            status
          })),
        { concurrency: "unbounded" }
      )
      const won = answers.filter(({ status }) => status === 200)
      assert.strictEqual(won.length, 1)
      assert.strictEqual(answers.filter(({ status }) => status === 410).length, 19)
      assert.strictEqual((yield* post("login", { ...at(), password: won[0]!.new_password })).status, 200)
    })
  )

  it.effect("a forgotten password may be reset by a developer, with a report of the delivery", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, user } = yield* makeDoor
      const { display_name, email, id, role_id } = user.user
      const recovery = yield* PasswordRecovery
      const person = { id, orgId: app.org_id, appId: app.id, email, displayName: display_name, roleId: role_id }
      const transaction = yield* Transaction
      const send = Effect.flatMap(transaction.run(recovery.post(person)), ({ deliver }) => deliver)
      assert.strictEqual(yield* send, "sent")
      const token = tokenOf((yield* sink.waitFor(email)).link)
      assert.strictEqual((yield* post("password/reset/confirm", { token, new_password: fresh })).status, 200)
      assert.strictEqual((yield* post("login", { ...at(), password: fresh })).status, 200)
      sink.refuses.set(email, 550)
      assert.strictEqual(yield* send, "failed")
    })
  )
})

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("a change of password", (it) => {
  const change = (as: string, body: object) => call("POST", "/api/client/password/change", { as, body })
  const right = { current_password: password, new_password: fresh }

  it.effect("a change of password ends the other sessions with their sockets, and goes on with fresh tokens", () =>
    Effect.gen(function* () {
      const { at, user } = yield* makeDoor
      const other = (yield* post("login", { ...at(), password })).body
      const socket = yield* connectRealtime(other.access_token)
      const mine = yield* connectRealtime(user.token)

      const changed = yield* change(user.token, right)
      assert.strictEqual(changed.status, 200)
      assert.strictEqual(changed.headers.get("cache-control"), "no-store")
      assert.strictEqual(yield* socket.closeCode, 4001)
      yield* mine.served
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: other.access_token })), [
        401,
        "token_revoked"
      ])
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: changed.body.access_token })).status, 200)
      assert.strictEqual((yield* post("refresh", { refresh_token: changed.body.refresh_token })).status, 200)
      assert.deepStrictEqual(refusal(yield* post("login", { ...at(), password })), refused)
      assert.strictEqual((yield* post("login", { ...at(), password: fresh })).status, 200)
      assert.include(yield* actions(user.user.id), "app_user.password_changed")
    }).pipe(Effect.scoped)
  )

  it.effect("a change of password spends this session's refresh token and a reset link on their way", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at, user } = yield* makeDoor
      yield* post("password/reset", at())
      const token = tokenOf((yield* sink.waitFor(user.email)).link)
      assert.strictEqual((yield* change(user.token, right)).status, 200)
      assert.deepStrictEqual(refusal(yield* post("password/reset/confirm", { token, new_password: password })), spent)
      assert.deepStrictEqual(refusal(yield* post("refresh", { refresh_token: user.refreshToken })), [
        401,
        "token_revoked"
      ])
    })
  )

  it.effect("a change of password is for app users alone, before the body is looked at", () =>
    Effect.gen(function* () {
      const { developer, key, user } = yield* makeDoor
      const unauthorized = [401, "unauthorized"]
      for (const token of [developer.token, key.token, "nonsense"]) {
        assert.deepStrictEqual(refusal(yield* change(token, {})), unauthorized)
      }
      assert.deepStrictEqual(refusal(yield* post("password/change", right)), unauthorized)
      assert.deepStrictEqual(refusal(yield* change(user.token, {})), invalid("current_password", "required"))
      assert.deepStrictEqual(
        refusal(yield* change(user.token, { ...right, new_password: "eleven char" })),
        invalid("new_password", "too_short")
      )
      assert.deepStrictEqual(refusal(yield* change(user.token, { ...right, more: 1 })), invalid("more", "unknown"))
    })
  )

  it.effect("a change of password asks for the current one, where there is one and the app takes passwords", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, user } = yield* makeDoor
      assert.deepStrictEqual(refusal(yield* change(user.token, { ...right, current_password: "x" })), refused)
      assert.strictEqual((yield* post("login", { ...at(), password })).status, 200)
      yield* sql`UPDATE app_users SET password_hash = NULL WHERE id = ${user.user.id}`
      assert.deepStrictEqual(refusal(yield* change(user.token, right)), [
        409,
        "target_state_conflict",
        { field: "password", rule: "not_set" }
      ])
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      assert.deepStrictEqual(refusal(yield* change(user.token, right)), [403, "method_not_allowed"])
      assert.notInclude(yield* actions(user.user.id), "app_user.password_changed")
    })
  )

  it.effect("a change of password is done by one of many at once that prove the same password", () =>
    Effect.gen(function* () {
      const { user } = yield* makeDoor
      const answers = yield* Effect.forEach(
        Array.from({ length: 10 }, (_, index) => `the new password ${index}`),
        (new_password) => change(user.token, { current_password: password, new_password }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
    })
  )
})
