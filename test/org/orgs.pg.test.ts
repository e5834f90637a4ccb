import { assert, layer } from "@effect/vitest"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeAppUser, makeEveryone, makeOrg, makeRobot, unique } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("an org", (it) => {
  it.effect("an org is renamed by an Owner; the same again writes nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, orgId, owner } = yield* makeOrg
      const patch = (body: unknown, as = owner.token) => call("PATCH", "/api/org", { as, body })
      const tier = [403, "tier_required", { required: "owner", actual: "developer" }]
      assert.deepStrictEqual(refusal(yield* patch({ name: 7 }, developer.token)), tier)
      for (const [body, field, rule] of [
        [{ name: " " }, "name", "too_short"],
        [{ name: "x".repeat(121) }, "name", "too_long"],
        [{ name: null }, "name", "type"],
        [{ require_two_factor: "yes" }, "require_two_factor", "type"],
        [{ id: orgId }, "id", "unknown"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* patch(body)), invalid(field, rule))
      }

      const { org } = (yield* call("GET", "/api/auth/me", { as: owner.token })).body
      const name = `Fleet ${unique()}`
      assert.deepStrictEqual((yield* patch({ name: org.name, require_two_factor: false })).body, { org })
      assert.deepStrictEqual((yield* patch({})).body, { org })
      for (const body of [{ name: ` ${name} ` }, { name }]) {
        const answer = yield* patch(body)
        assert.deepStrictEqual([answer.status, answer.body], [200, { org: { ...org, name } }])
      }
      for (const body of [{ require_two_factor: true }, { name, require_two_factor: true }]) {
        assert.deepStrictEqual((yield* patch(body)).body, { org: { ...org, name, require_two_factor: true } })
      }
      // Nobody is signed out, not even those without a factor.
      const me = yield* call("GET", "/api/auth/me", { as: developer.token })
      assert.deepStrictEqual(me.body.org, { ...org, name, require_two_factor: true })
      const refreshed = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: developer.refreshToken } })
      assert.strictEqual(refreshed.status, 200)
      yield* patch({ name: org.name, require_two_factor: false })
      const renamed = { action: "org.renamed", details: { fields: ["name"] } }
      const changed = { action: "org.two_factor_required_changed", details: { fields: ["require_two_factor"] } }
      assert.deepStrictEqual(
        yield* sql`
          SELECT action, details FROM audit_events
          WHERE org_id = ${orgId} AND target_id = ${orgId} AND actor_id = ${owner.caller.id} ORDER BY seq`,
        [renamed, changed, renamed, changed]
      )
    })
  )

  it.effect("an org's quotas are answered with what it uses of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const quota = yield* RetentionQuota
      const { app, developer, observe, orgId, owner, robot } = yield* makeEveryone
      yield* makeEveryone
      yield* makeRobot(owner.caller)
      yield* makeAppUser(owner.caller, app, observe.id)
      const none = {
        max_robots: 2,
        max_apps: 1,
        max_end_users: 2,
        max_retention_bytes: 0,
        max_retention_writes_per_minute: 0,
        max_realtime_connections: 0
      }
      const read = Effect.map(call("GET", "/api/org/quotas", { as: developer.token }), ({ body }) => body)
      assert.deepStrictEqual(yield* read, {
        quotas: {
          max_robots: 1000,
          max_apps: 100,
          max_end_users: 100_000,
          max_retention_bytes: 10_000_000_000,
          max_retention_writes_per_minute: 60_000,
          max_realtime_connections: 5000
        },
        usage: none
      })

      const series = { robot_id: robot.id, org_id: orgId, slug: "battery", keep_days: 7, samples: 1, bytes: 50 }
      yield* sql`INSERT INTO series ${sql.insert(series)}`
      yield* quota.measure
      const socket = yield* connectRealtime(owner.token)
      const other = yield* connectRealtime(developer.token)
      const written = Effect.suspend(() => {
        for (let write = 0; write < 3; write++) quota.admit(orgId, 0)
        return read
      })
      const [first, second] = [(yield* written).usage, (yield* written).usage]
      // A minute may turn between two writes, but not around both readings.
      const writes = Math.max(first.max_retention_writes_per_minute, second.max_retention_writes_per_minute)
      assert.include([3, 4, 5, 6], writes)
      assert.isAbove(second.max_retention_bytes, 0)
      assert.deepStrictEqual(second, {
        ...none,
        max_retention_bytes: second.max_retention_bytes,
        max_retention_writes_per_minute: second.max_retention_writes_per_minute,
        max_realtime_connections: 2
      })

      socket.socket.close()
      yield* socket.closeCode
      yield* other.served
      yield* sql`DELETE FROM series WHERE org_id = ${orgId}`
      yield* quota.measure
      const after = (yield* read).usage
      assert.deepInclude(after, { max_retention_bytes: 0, max_realtime_connections: 1 })
    })
  )

  it.effect("an org's quotas are for its own developers alone", () =>
    Effect.gen(function* () {
      yield* makeOrg
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/org/quotas")), [401, "unauthorized"])
      assert.deepStrictEqual(refusal(yield* call("PATCH", "/api/org", { body: {} })), [401, "unauthorized"])
    })
  )
})
