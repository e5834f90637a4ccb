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
      assert.deepStrictEqual(yield* get("/api/org/alerts"), invalid("state", "required"))
      assert.deepStrictEqual(yield* get("/api/org/alerts?state=ok"), invalid("state", "invalid_value"))
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

  it.effect("list nothing of a robot that has no alerts, and take alerts along with a robot that is deleted", () =>
    Effect.gen(function* () {
      const none = yield* aRobotWith({ battery: {} })
      assert.deepStrictEqual(yield* alertsOf(none), [])
      const world = yield* aConnectedRobotWith({ battery: { low } })
      yield* say(world.bridge, 1, 1000)
      yield* inState(world, "firing")
      assert.strictEqual((yield* call("DELETE", world.path, { as: world.owner.token })).status, 204)
      assert.deepStrictEqual((yield* call("GET", "/api/org/alerts?state=firing", { as: world.as })).body, {
        alerts: []
      })
      const sql = yield* SqlClient.SqlClient
      for (const table of ["alerts", "alert_transitions"])
        assert.lengthOf(yield* sql`SELECT FROM ${sql(table)} WHERE robot_id = ${world.robot.id}`, 0)
    })
  )
})
