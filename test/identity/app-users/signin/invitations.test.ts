import { assert, layer } from "@effect/vitest"
import { hashSecret } from "@fleet/server/platform/crypto/Secrets"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../../../support/MailSink.ts"
import { makeAppUser, password } from "../../../support/people.ts"
import { invite, makeDoor, post, SignInApp, statusOf, stranger, tokenOf } from "../../../support/signIn.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

const spent = [410, "token_spent"]
const accept = (token: string, body: object = { password }) => post("invitations/accept", { token, ...body })

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("acceptance", (it) => {
  it.effect("acceptance makes an account with the invitation's role and name, and signs in", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, operate, owner } = yield* makeDoor
      // Neither of these is in the way of somebody invited.
      yield* sql`
        UPDATE apps SET self_registration = false, allowed_domains = '{elsewhere.test}', default_role_id = NULL
        WHERE id = ${app.id}`
      const email = `Invited.${stranger()}`
      const token = yield* invite(app, email, operate.id, { displayName: "Ina" })
      const accepted = yield* accept(token)
      assert.strictEqual(accepted.status, 200)
      assert.strictEqual(accepted.headers.get("cache-control"), "no-store")
      const me = yield* call("GET", "/api/client/me", { as: accepted.body.access_token })
      assert.deepInclude(me.body, { email, role_id: operate.id })
      assert.strictEqual((yield* post("login", { ...at(email), password })).status, 200)
      assert.deepStrictEqual(refusal(yield* accept(token)), spent)

      const { users } = (yield* call("GET", `/api/apps/${app.id}/users`, { as: owner.token })).body
      const { id } = users.at(-1)
      assert.deepInclude(users.at(-1), { email, display_name: "Ina", status: "active", has_password: true })
      const trail = yield* sql`
        SELECT action, target_kind, details FROM audit_events WHERE actor_id = ${id} ORDER BY seq LIMIT 3`
      assert.deepStrictEqual(trail as ReadonlyArray<unknown>, [
        { action: "app_user.created", target_kind: "app_user", details: { app_id: app.id } },
        { action: "app_invitation.accepted", target_kind: "app_invitation", details: { app_id: app.id } },
        { action: "app_user.login", target_kind: "app_user", details: { app_id: app.id, method: "invitation" } }
      ])
    })
  )

  it.effect("acceptance makes a pending account active, with the password and name set before void", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sink = yield* MailSink
      const { app, at, operate, owner } = yield* makeDoor
      const email = stranger()
      yield* post("register", { ...at(email), password: "set by a stranger", display_name: "Mallory" })
      const link = tokenOf((yield* sink.waitFor(email)).link)
      const token = yield* invite(app, email.toUpperCase(), operate.id)
      assert.strictEqual((yield* accept(token, { password, display_name: "Ina" })).status, 200)
      assert.strictEqual((yield* post("login", { ...at(email), password: "set by a stranger" })).status, 401)
      assert.strictEqual((yield* post("login", { ...at(email), password })).status, 200)
      assert.deepStrictEqual(refusal(yield* post("verify-email", { token: link })), spent)
      const { users } = (yield* call("GET", `/api/apps/${app.id}/users`, { as: owner.token })).body
      assert.deepInclude(users.at(-1), { email, display_name: "Ina", role_id: operate.id, status: "active" })

      const other = stranger()
      yield* post("register", { ...at(other), password: "set by a stranger" })
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      assert.strictEqual((yield* accept(yield* invite(app, other, operate.id), {})).status, 200)
      yield* sql`UPDATE apps SET password_enabled = true WHERE id = ${app.id}`
      assert.strictEqual((yield* post("login", { ...at(other), password: "set by a stranger" })).status, 401)
    })
  )

  it.effect("acceptance needs a password exactly while the app takes passwords", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe } = yield* makeDoor
      const token = yield* invite(app, stranger(), observe.id)
      assert.deepStrictEqual(refusal(yield* accept(token, {})), invalid("password", "required"))
      const short = yield* accept(token, { password: "eleven char" })
      assert.deepStrictEqual(refusal(short), invalid("password", "too_short"))
      assert.deepStrictEqual(refusal(yield* accept(token, { password, email: "x" })), invalid("email", "unknown"))
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      assert.deepStrictEqual(refusal(yield* accept(token)), invalid("password", "not_allowed"))
      assert.strictEqual((yield* accept(token, {})).status, 200)
    })
  )

  it.effect("acceptance is refused in order of its checks, and leaves the invitation outstanding", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe, owner, operate, user } = yield* makeDoor
      const token = yield* invite(app, user.email.toUpperCase(), operate.id)
      yield* sql`UPDATE apps SET default_role_id = NULL WHERE id = ${app.id}`
      yield* sql`UPDATE app_invitations SET role_id = NULL WHERE app_id = ${app.id}`
      for (const status of ["active", "blocked"]) {
        yield* sql`UPDATE app_users SET status = ${status} WHERE id = ${user.user.id}`
        assert.deepStrictEqual(refusal(yield* accept(token)), [409, "email_taken"])
      }
      yield* sql`DELETE FROM app_users WHERE id = ${user.user.id}`
      const roleless = [409, "target_state_conflict", { field: "role_id", rule: "not_set" }]
      assert.deepStrictEqual(refusal(yield* accept(token)), roleless)
      yield* sql`UPDATE apps SET default_role_id = ${observe.id} WHERE id = ${app.id}`
      const accepted = yield* accept(token)
      const me = yield* call("GET", "/api/client/me", { as: accepted.body.access_token })
      assert.deepInclude(me.body, { role_id: observe.id })
      assert.strictEqual((yield* makeAppUser(owner.caller, app, observe.id)).user.status, "active")
    })
  )

  it.effect("acceptance is too late after seven days, after a revocation, and for an unknown token", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, observe } = yield* makeDoor
      const email = stranger()
      assert.deepStrictEqual(refusal(yield* accept(yield* invite(app, email, observe.id, { days: 0 }))), spent)
      const token = yield* invite(app, stranger(), observe.id)
      yield* sql`DELETE FROM app_invitations WHERE token_hash = ${hashSecret(token)}`
      assert.deepStrictEqual(refusal(yield* accept(token)), spent)
      assert.deepStrictEqual(refusal(yield* accept("unknown", {})), spent)
      assert.strictEqual(yield* statusOf(app.id, email), "none")
    })
  )

  it.effect("acceptance happens once, however many present it at once", () =>
    Effect.gen(function* () {
      const { app, observe } = yield* makeDoor
      const token = yield* invite(app, stranger(), observe.id)
      const answers = yield* Effect.forEach(Array.from({ length: 12 }), () => accept(token), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
      assert.strictEqual(answers.filter(({ status }) => status === 410).length, 11)
    })
  )
})
