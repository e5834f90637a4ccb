import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { grant, makeApp, makeAppUser, makeEveryone, makeOrg, makeRobot, unique } from "../support/people.ts"
import { ceilings } from "../support/quotas.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

/** The org's audit trail, oldest first, without sign-ins and the like. */
const trail = Effect.fnUntraced(function* (orgId: string, prefix: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ action: string; details: unknown }>`
    SELECT action, details FROM audit_events
    WHERE org_id = ${orgId} AND starts_with(action, ${prefix}) ORDER BY seq`
})

const heard = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const events: Array<Fact> = []
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* (yield* Bus).onFact(
        (event) => void events.push(event),
        () => undefined
      )
      yield* work
    })
  )
  return events
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("an app", (it) => {
  it.effect("an app is created with its robots and two builtin roles", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      const one = yield* makeRobot(developer.caller)
      const two = yield* makeRobot(developer.caller)
      const identifier = `app_${unique()}`
      const robot_ids = [two.robot.id, one.robot.id]
      const answer = yield* call("POST", "/api/apps", {
        as: developer.token,
        body: { name: "  Warehouse ", identifier, robot_ids }
      })
      assert.strictEqual(answer.status, 201)
      const { created_at, id, ...rest } = answer.body
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepStrictEqual(rest, { org_id: orgId, name: "Warehouse", identifier, robot_ids, default_role_id: null })
      assert.deepStrictEqual((yield* call("GET", `/api/apps/${id}`, { as: developer.token })).body, answer.body)

      const { roles } = (yield* call("GET", `/api/apps/${id}/roles`, { as: developer.token })).body
      assert.deepStrictEqual(
        roles.map(({ app_id, builtin, name }: any) => ({ app_id, builtin, name })),
        [
          { app_id: id, builtin: true, name: "observe" },
          { app_id: id, builtin: true, name: "operate" }
        ]
      )
      for (const role of roles) {
        const { body } = yield* call("GET", `/api/apps/${id}/roles/${role.id}/permissions`, { as: developer.token })
        assert.deepStrictEqual(body, {
          role_id: role.id,
          grants: [],
          capabilities: { action_history: false, assets: false }
        })
      }
      assert.deepStrictEqual(yield* trail(orgId, "app."), [{ action: "app.created", details: null }])
    })
  )

  it.effect("an app has an identifier that is not reserved, and that no other app of any org has", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const other = yield* makeEveryone
      const create = (identifier: string) =>
        Effect.map(call("POST", "/api/apps", { as: developer.token, body: { name: "App", identifier } }), refusal)
      for (const word of ["mcp", "oauth", "welcome", "healthz", "realtime", "bridge"]) {
        assert.deepStrictEqual(yield* create(word), invalid("identifier", "not_allowed"))
      }
      assert.deepStrictEqual(yield* create(other.app.identifier), [409, "identifier_taken"])
      assert.deepStrictEqual(yield* create("a"), invalid("identifier", "too_short"))
      assert.deepStrictEqual(yield* create("a__b"), invalid("identifier", "format"))
    })
  )

  it.effect("an app is not created when one of its robots is not the org's", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { robot } = yield* makeRobot(developer.caller)
      const stranger = yield* makeEveryone
      const answer = yield* call("POST", "/api/apps", {
        as: developer.token,
        body: { name: "App", identifier: `app_${unique()}`, robot_ids: [robot.id, stranger.robot.id] }
      })
      assert.deepStrictEqual(refusal(answer), invalid("robot_ids[1]", "not_found"))
      assert.deepStrictEqual((yield* call("GET", "/api/apps", { as: developer.token })).body, { apps: [] })
    })
  )

  it.effect("an app is listed with the org's others, oldest first", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const first = yield* makeApp(developer.caller)
      const second = yield* makeApp(developer.caller)
      const { body } = yield* call("GET", "/api/apps", { as: developer.token })
      assert.deepStrictEqual(
        body.apps.map(({ id }: any) => id),
        [first.app.id, second.app.id]
      )
    })
  )

  it.effect("an app of another org is 404 on every route", () =>
    Effect.gen(function* () {
      const { app, observe } = yield* makeEveryone
      const stranger = yield* makeOrg
      const A = `/api/apps/${app.id}`
      for (const [method, path] of [
        ["GET", A],
        ["PATCH", A],
        ["DELETE", A],
        ["GET", `${A}/deletion-preview`],
        ["GET", `${A}/roles`],
        ["POST", `${A}/roles`],
        ["GET", `${A}/roles/${observe.id}/permissions`],
        ["PUT", `${A}/roles/${observe.id}/permissions`],
        ["GET", `${A}/server-keys`],
        ["POST", `${A}/server-keys`],
        ["GET", `${A}/users`],
        ["POST", `${A}/users`]
      ] as const) {
        const options = method === "GET" || method === "DELETE" ? {} : { body: "{" }
        const answer = yield* call(method, path, { as: stranger.owner.token, ...options })
        assert.deepStrictEqual(refusal(answer), [404, "not_found"], `${method} ${path}`)
        const malformed = yield* call(method, path.replace(app.id, "seven"), { as: stranger.owner.token, ...options })
        assert.deepStrictEqual(refusal(malformed), [400, "invalid_uuid"], `${method} ${path}`)
      }
    })
  )

  it.effect("an app takes a new name, default role and list of robots, and its audit names the fields", () =>
    Effect.gen(function* () {
      const { app, developer, observe, orgId, robot } = yield* makeEveryone
      const stranger = yield* makeEveryone
      const another = yield* makeRobot(developer.caller)
      const patch = (body: object) => call("PATCH", `/api/apps/${app.id}`, { as: developer.token, body })

      assert.strictEqual((yield* patch({})).status, 200)
      assert.deepStrictEqual(refusal(yield* patch({ identifier: "other" })), invalid("identifier", "unknown"))
      assert.deepStrictEqual(
        refusal(yield* patch({ default_role_id: stranger.observe.id })),
        invalid("default_role_id", "not_found")
      )
      assert.deepStrictEqual(
        refusal(yield* patch({ robot_ids: [stranger.robot.id] })),
        invalid("robot_ids[0]", "not_found")
      )

      const events = yield* heard(
        Effect.gen(function* () {
          const same = { name: app.name, robot_ids: [robot.id], default_role_id: null }
          assert.deepStrictEqual((yield* patch(same)).body, (yield* patch({ name: app.name })).body)
          const renamed = yield* patch({ name: "Renamed", default_role_id: observe.id })
          assert.strictEqual(renamed.status, 200)
          assert.deepInclude(renamed.body, { name: "Renamed", default_role_id: observe.id, robot_ids: [robot.id] })
        })
      )
      assert.deepStrictEqual(events, [])
      const changed = yield* heard(patch({ robot_ids: [another.robot.id] }))
      assert.deepStrictEqual(changed, [{ type: "app_access_changed", appId: app.id }])
      assert.deepStrictEqual((yield* patch({ default_role_id: null })).body.default_role_id, null)
      assert.deepStrictEqual(yield* trail(orgId, "app.u"), [
        { action: "app.updated", details: { fields: ["name", "default_role_id"] } },
        { action: "app.updated", details: { fields: ["robot_ids"] } },
        { action: "app.updated", details: { fields: ["default_role_id"] } }
      ])
    })
  )

  it.effect("an app forgets what was granted on a robot that it no longer lists", () =>
    Effect.gen(function* () {
      const { app, developer, observe, robot } = yield* makeEveryone
      yield* grant(developer.caller, app, observe.id, { [robot.id]: ["battery"] })
      const patch = (robot_ids: ReadonlyArray<string>) =>
        call("PATCH", `/api/apps/${app.id}`, { as: developer.token, body: { robot_ids } })
      yield* patch([])
      yield* patch([robot.id])
      const { body } = yield* call("GET", `/api/apps/${app.id}/roles/${observe.id}/permissions`, {
        as: developer.token
      })
      assert.deepStrictEqual(body.grants, [])
    })
  )

  it.effect("an app is deleted by owners only, with all that is its own", () =>
    Effect.gen(function* () {
      const { app, developer, key, operate, orgId, owner, robot, user } = yield* makeEveryone
      const another = yield* makeAppUser(owner.caller, app, operate.id)
      yield* call("PATCH", `/api/apps/${app.id}`, { as: owner.token, body: { default_role_id: operate.id } })
      const summary = {
        user_count: 2,
        role_count: 2,
        server_key_count: 1,
        invitation_count: 0,
        oidc_provider_count: 0,
        mail_template_count: 0
      }
      const path = `/api/apps/${app.id}`
      const preview = yield* call("GET", `${path}/deletion-preview`, { as: developer.token })
      assert.deepStrictEqual(preview.body, summary)
      assert.deepStrictEqual(refusal(yield* call("DELETE", path, { as: developer.token })), [
        403,
        "tier_required",
        { required: "owner", actual: "developer" }
      ])

      const events = yield* heard(
        Effect.gen(function* () {
          assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
        })
      )
      // One event for all of them: each is compared with every open socket in one turn of the event loop.
      const ended = events.flatMap((event) =>
        event.type === "callers_ended" ? [{ kind: event.kind, ids: [...event.ids].sort() }] : []
      )
      assert.deepStrictEqual(ended, [
        { kind: "app_user", ids: [user.user.id, another.user.id].sort() },
        { kind: "server_key", ids: [key.id] }
      ])
      assert.deepStrictEqual(yield* trail(orgId, "app.d"), [{ action: "app.deleted", details: summary }])
      assert.deepStrictEqual(refusal(yield* call("GET", path, { as: owner.token })), [404, "not_found"])
      const me = (as: string) => Effect.map(call("GET", "/api/client/me", { as }), refusal)
      assert.deepStrictEqual(yield* me(user.token), [401, "token_revoked"])
      assert.deepStrictEqual(yield* me(key.token), [401, "unauthorized"])
      const rest = yield* call("GET", `/api/robots/${robot.id}`, { as: owner.token })
      assert.strictEqual(rest.status, 200)
      assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 404)
    })
  )

  it.effect("a deleted app refuses writes, and the audit log has no entry of them", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      yield* call("PATCH", `/api/apps/${randomUUID()}`, { as: developer.token, body: { name: "x" } })
      assert.deepStrictEqual(yield* trail(orgId, "app."), [])
    })
  )
})

const Narrow = ceilings({ max_apps: 2, max_end_users: 1 })

layer(TestApp.pipe(Layer.provide(Narrow)), { excludeTestServices: true, timeout: "60 seconds" })("a ceiling", (it) => {
  it.effect("max_apps is never exceeded, by concurrent writers either", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const create = Effect.suspend(() =>
        call("POST", "/api/apps", { as: developer.token, body: { name: "App", identifier: `app_${unique()}` } })
      )
      const answers = yield* Effect.all([create, create, create, create], { concurrency: "unbounded" })
      const refused = answers.filter(({ status }) => status !== 201)
      assert.strictEqual(refused.length, 2)
      for (const answer of refused) {
        assert.deepStrictEqual(refusal(answer), [409, "quota_exceeded", { quota: "max_apps", limit: 2 }])
      }
    })
  )

  it.effect("max_end_users is never exceeded", () =>
    Effect.gen(function* () {
      const { app, developer, observe } = yield* makeEveryone
      const answer = yield* call("POST", `/api/apps/${app.id}/users`, {
        as: developer.token,
        body: { email: `${unique()}@example.com`, password: "long enough a password", role_id: observe.id }
      })
      assert.deepStrictEqual(refusal(answer), [409, "quota_exceeded", { quota: "max_end_users", limit: 1 }])
    })
  )
})
