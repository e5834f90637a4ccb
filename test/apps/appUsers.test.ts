import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone, password, unique } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

const trail = Effect.fnUntraced(function* (userId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ action: string; fields: unknown }>`
    SELECT action, details -> 'fields' AS fields FROM audit_events WHERE target_id = ${userId} ORDER BY seq`
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("an app user", (it) => {
  it.effect("an app user is created active, with the default role where none is named", () =>
    Effect.gen(function* () {
      const { app, developer, observe, operate } = yield* makeEveryone
      const path = `/api/apps/${app.id}/users`
      const create = (body: object) => call("POST", path, { as: developer.token, body })
      const email = `New.User-${unique()}@example.com`

      assert.deepStrictEqual(refusal(yield* create({ email, password })), [
        409,
        "target_state_conflict",
        { field: "default_role_id", rule: "not_set" }
      ])
      yield* call("PATCH", `/api/apps/${app.id}`, { as: developer.token, body: { default_role_id: observe.id } })
      const created = yield* create({ email: ` ${email} `, password, display_name: " Nia " })
      assert.strictEqual(created.status, 201)
      const { created_at, id, ...rest } = created.body
      assert.deepStrictEqual(rest, {
        app_id: app.id,
        email,
        display_name: "Nia",
        role_id: observe.id,
        status: "active",
        has_password: true,
        providers: [],
        last_login_at: null,
        two_factor: { enabled: false, enabled_at: null, recovery_codes_left: 0 }
      })
      assert.isString(created_at)
      assert.deepStrictEqual((yield* call("GET", `${path}/${id}`, { as: developer.token })).body, created.body)
      assert.deepStrictEqual(refusal(yield* create({ email: email.toLowerCase(), password })), [409, "email_taken"])

      const named = yield* create({ email: `${unique()}@example.com`, password, role_id: operate.id })
      assert.deepInclude(named.body, { role_id: operate.id, display_name: null })
      const { users } = (yield* call("GET", path, { as: developer.token })).body
      assert.deepStrictEqual(
        users.slice(-2).map((user: any) => user.id),
        [id, named.body.id]
      )
    })
  )

  it.effect("an app user needs a password exactly while the app takes passwords", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, developer, observe } = yield* makeEveryone
      const stranger = yield* makeEveryone
      const create = (body: object) =>
        call("POST", `/api/apps/${app.id}/users`, {
          as: developer.token,
          body: { email: `${unique()}@example.com`, role_id: observe.id, ...body }
        })
      assert.deepStrictEqual(refusal(yield* create({})), invalid("password", "required"))
      assert.deepStrictEqual(refusal(yield* create({ password: "eleven char" })), invalid("password", "too_short"))
      assert.deepStrictEqual(
        refusal(yield* create({ password, role_id: stranger.observe.id })),
        invalid("role_id", "not_found")
      )
      yield* sql`UPDATE apps SET password_enabled = false WHERE id = ${app.id}`
      assert.deepStrictEqual(refusal(yield* create({ password })), invalid("password", "not_allowed"))
      assert.deepInclude((yield* create({})).body, { has_password: false })
    })
  )

  it.effect("an app user is renamed, moved to another role, blocked and unblocked; the same again writes nothing", () =>
    Effect.gen(function* () {
      const { app, developer, observe, operate, user } = yield* makeEveryone
      const stranger = yield* makeEveryone
      const events: Array<Fact> = []
      yield* (yield* Bus).onFact(
        (event) => void events.push(event),
        () => undefined
      )
      const patch = (body: object) =>
        call("PATCH", `/api/apps/${app.id}/users/${user.user.id}`, { as: developer.token, body })

      assert.strictEqual((yield* patch({})).status, 200)
      assert.deepStrictEqual(refusal(yield* patch({ email: "x@y.z" })), invalid("email", "unknown"))
      assert.deepStrictEqual(refusal(yield* patch({ role_id: stranger.observe.id })), invalid("role_id", "not_found"))
      assert.deepStrictEqual(
        refusal(yield* patch({ status: "pending_verification" })),
        invalid("status", "invalid_value")
      )

      assert.strictEqual((yield* patch({ display_name: null, role_id: observe.id, status: "active" })).status, 200)
      assert.deepInclude((yield* patch({ display_name: "Uma", role_id: operate.id })).body, {
        display_name: "Uma",
        role_id: operate.id
      })
      assert.isTrue(events.some((event) => event.type === "app_access_changed" && event.appId === app.id))

      assert.strictEqual((yield* patch({ status: "blocked" })).body.status, "blocked")
      assert.strictEqual((yield* patch({ status: "blocked" })).body.status, "blocked")
      assert.deepInclude(events, { type: "callers_ended", kind: "app_user", ids: [user.user.id] })
      assert.strictEqual((yield* patch({ status: "active" })).body.status, "active")
      assert.deepStrictEqual(yield* trail(user.user.id), [
        { action: "app_user.created", fields: null },
        { action: "app_user.updated", fields: ["display_name", "role_id"] },
        { action: "app_user.blocked", fields: null },
        { action: "app_user.unblocked", fields: null }
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("an app user that never verified its address is pending again after a block, not active", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, developer, user } = yield* makeEveryone
      yield* sql`UPDATE app_users SET status = 'pending_verification' WHERE id = ${user.user.id}`
      const patch = (status: string) =>
        call("PATCH", `/api/apps/${app.id}/users/${user.user.id}`, { as: developer.token, body: { status } })
      assert.deepStrictEqual(refusal(yield* patch("active")), [
        409,
        "target_state_conflict",
        { field: "status", rule: "unverified" }
      ])
      assert.strictEqual((yield* patch("blocked")).body.status, "blocked")
      assert.strictEqual((yield* patch("active")).body.status, "pending_verification")
    })
  )

  it.effect("an app user that is deleted has no session any more", () =>
    Effect.gen(function* () {
      const { app, developer, user } = yield* makeEveryone
      const path = `/api/apps/${app.id}/users/${user.user.id}`
      assert.strictEqual((yield* call("DELETE", path, { as: developer.token })).status, 204)
      assert.deepStrictEqual(refusal(yield* call("GET", path, { as: developer.token })), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: user.token })), [401, "token_revoked"])
      const refreshed = yield* call("POST", "/api/client/refresh", { body: { refresh_token: user.refreshToken } })
      assert.deepStrictEqual(refusal(refreshed), [401, "token_revoked"])
    })
  )

  it.effect("an app user of another app is not found", () =>
    Effect.gen(function* () {
      const { app, developer } = yield* makeEveryone
      const stranger = yield* makeEveryone
      const path = `/api/apps/${app.id}/users/${stranger.user.user.id}`
      for (const method of ["GET", "PATCH", "DELETE"]) {
        assert.deepStrictEqual(refusal(yield* call(method, path, { as: developer.token })), [404, "not_found"])
      }
    })
  )
})
