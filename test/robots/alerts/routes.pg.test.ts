import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"
import { anApp } from "../world.ts"
import { aConnectedRobotWith, alertsOf, aRobotWith, inState, low, movesOf, say } from "./world.ts"

layer(TestApp, { timeout: "60 seconds" })("the routes of alerts", (it) => {
  it.effect("are for developers of the robot's org alone", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWith({ battery: { low } })
      const other = yield* aRobotWith({})
      const app = yield* anApp(world, [world.robot.id], { [world.robot.id]: ["battery"] })
      const preview = { slug: "battery", condition: { fire_at: 1 } }
      const routes = [
        ["GET", `${world.path}/alerts`, undefined],
        ["GET", `${world.path}/alerts/history`, undefined],
        ["POST", `${world.path}/alerts/preview`, preview],
        ["GET", "/api/org/alerts?state=firing", undefined]
      ] as const
      for (const [method, path, body] of routes) {
        for (const as of [app.user, app.key])
          assert.deepStrictEqual(refusal(yield* call(method, path, { as, body })), [401, "unauthorized"])
        assert.strictEqual((yield* call(method, path, { body })).status, 401)
        assert.strictEqual((yield* call(method, path, { as: world.as, body })).status, 200)
        if (!path.startsWith(world.path)) continue
        assert.deepStrictEqual(refusal(yield* call(method, path, { as: other.as, body })), [404, "not_found"])
        const odd = path.replace(world.robot.id, "7")
        assert.deepStrictEqual(refusal(yield* call(method, odd, { as: world.as, body })), [400, "invalid_uuid"])
      }
    })
  )

  it.effect("refuse queries that are not theirs", () =>
    Effect.gen(function* () {
      const { as, path } = yield* aRobotWith({ battery: { low } })
      const get = (route: string) => Effect.map(call("GET", route, { as }), refusal)
      assert.deepStrictEqual(yield* get("/api/org/alerts?state=lost"), invalid("state", "invalid_value"))
      assert.deepStrictEqual(yield* get("/api/org/alerts?limit=0"), invalid("limit", "too_small"))
      assert.deepStrictEqual(yield* get("/api/org/alerts?limit=501"), invalid("limit", "too_large"))
      assert.deepStrictEqual(yield* get("/api/org/alerts?before="), invalid("before", "too_short"))
      assert.deepStrictEqual(yield* get(`/api/org/alerts?before=${"x".repeat(201)}`), invalid("before", "too_long"))
      const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
      const id = "00000000-0000-4000-8000-000000000000"
      for (const odd of ["x", "0", place([1]), place(["1", id]), place([1, "1"]), place([1e300, id]), place({})]) {
        assert.deepStrictEqual(yield* get(`/api/org/alerts?before=${odd}`), invalid("before", "format"), odd)
      }
      for (const query of ["", "?state=ok", "?limit=1", "?limit=500", `?before=${place([1, id])}`]) {
        assert.strictEqual((yield* call("GET", `/api/org/alerts${query}`, { as })).status, 200, query)
      }
      assert.deepStrictEqual(yield* get("/api/org/alerts?state=firing&robot_id=1"), invalid("robot_id", "unknown"))
      const history = `${path}/alerts/history`
      assert.deepStrictEqual(yield* get(`${history}?limit=0`), invalid("limit", "too_small"))
      assert.deepStrictEqual(yield* get(`${history}?limit=201`), invalid("limit", "too_large"))
      assert.deepStrictEqual(yield* get(`${history}?before_seq=0`), invalid("before_seq", "too_small"))
      for (const query of ["?limit=1", "?limit=200", "?before_seq=1"])
        assert.deepStrictEqual((yield* call("GET", history + query, { as })).body, {
          transitions: [],
          next_cursor: null
        })
    })
  )

  it.effect("page through the history of a robot, newest first and each move once", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      yield* say(world.bridge, 1, 1000)
      const { id } = yield* inState(world, "firing")
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO alert_transitions (org_id, robot_id, alert_id, slug, name, state, value, at_ms, stored_at)
        SELECT ${world.orgId}::uuid, ${world.robot.id}::uuid, ${id}::uuid, 'battery', 'Battery low', 'ok', 'null', n, now()
        FROM generate_series(1, 100) n`
      const first = yield* movesOf(world)
      assert.lengthOf(first.transitions, 100)
      const rest = yield* movesOf(world, `?before_seq=${first.next_cursor}`)
      assert.lengthOf(rest.transitions, 1)
      assert.isNull(rest.next_cursor)
      assert.deepInclude(rest.transitions[0], { state: "firing", value: 1 })
      const seqs = [...first.transitions, ...rest.transitions].map(({ seq }) => seq)
      assert.deepStrictEqual(
        seqs,
        seqs.toSorted((a, b) => b - a)
      )
      assert.strictEqual(new Set(seqs).size, 101)
      assert.isNull((yield* movesOf(world, "?limit=101")).next_cursor)
    })
  )

  it.effect("page through an org's alerts, those that moved last first, each once and none of another org's", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWith({ battery: { low } })
      const stranger = yield* aRobotWith({ battery: { low } })
      const sql = yield* SqlClient.SqlClient
      // Several moved at the same moment, and some never did.
      yield* sql`
        INSERT INTO alerts (id, org_id, robot_id, source_slug, slug, key, name, severity, enabled, condition, created_at,
          state, state_since_ms)
        SELECT gen_random_uuid(), org_id, robot_id, source_slug, slug, key || n, name, severity, enabled, condition,
          created_at, CASE WHEN n % 3 = 0 THEN 'firing' ELSE 'ok' END, CASE WHEN n > 20 THEN n / 7 END
        FROM alerts, generate_series(1, 60) n WHERE robot_id = ${world.robot.id}`
      const page = (query: string, as = world.as) =>
        Effect.map(call("GET", `/api/org/alerts?${query}`, { as }), ({ body }) => body)
      const all = (yield* page("")).alerts
      assert.lengthOf(all, 61)
      assert.isTrue(all.every(({ robot_name }: any) => robot_name === world.robot.name))
      const moments: ReadonlyArray<number> = all.map(({ state_since }: any) => Date.parse(state_since ?? "0000"))
      assert.deepStrictEqual(
        moments,
        moments.toSorted((a, b) => b - a)
      )
      for (const [state, limit] of [
        ["", 1],
        ["", 7],
        ["", 61],
        ["state=firing&", 3],
        ["state=ok&", 40]
      ] as const) {
        const expected = all.filter((alert: any) => state === "" || state === `state=${alert.state}&`)
        const got: Array<unknown> = []
        for (let before = ""; ;) {
          const { alerts, next_cursor } = yield* page(`${state}limit=${limit}${before}`)
          assert.isAtMost(alerts.length, limit)
          got.push(...alerts)
          if (next_cursor === null) break
          assert.lengthOf(alerts, limit)
          before = `&before=${next_cursor}`
        }
        assert.deepStrictEqual(got, expected, `${state}${limit}`)
      }
      // Another org's cursor is a place like any other.
      const { next_cursor } = yield* page("limit=1")
      const others = (yield* page(`before=${next_cursor}`, stranger.as)).alerts
      assert.deepStrictEqual(
        others.map(({ robot_id }: any) => robot_id),
        [stranger.robot.id]
      )
    })
  )

  it.effect("list nothing of a robot that has no alerts, and take alerts along with a robot that is deleted", () =>
    Effect.gen(function* () {
      const none = yield* aRobotWith({ battery: {} })
      assert.deepStrictEqual(yield* alertsOf(none), [])
      const world = yield* aConnectedRobotWith({ battery: { low } })
      yield* say(world.bridge, 1, 1000)
      yield* inState(world, "firing")
      assert.strictEqual((yield* call("DELETE", world.path, { as: world.owner.token })).status, 204)
      assert.deepStrictEqual((yield* call("GET", "/api/org/alerts?state=firing", { as: world.as })).body, {
        alerts: [],
        next_cursor: null
      })
      const sql = yield* SqlClient.SqlClient
      for (const table of ["alerts", "alert_transitions"])
        assert.lengthOf(yield* sql`SELECT FROM ${sql(table)} WHERE robot_id = ${world.robot.id}`, 0)
    })
  )
})
