import { assert, layer } from "@effect/vitest"
import migration from "@fleet/server/platform/sql/migrations/0047_alerts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { connectBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { alertsOf, aRobotWith, inState, low, publish, say } from "./world.ts"

layer(TestApp, { timeout: "60 seconds" })("the migration to alerts", (it) => {
  it.effect("the migration to alerts begins with those of every newest published version, which then work", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWith({ battery: { gone: low } })
      const none = yield* aRobotWith({})
      yield* publish(world, {
        battery: { low, off: { condition: { fire_at: "off" }, severity: "error", enabled: false } },
        area: {}
      })
      const before = yield* alertsOf(world)
      const sql = yield* SqlClient.SqlClient
      yield* sql`DROP TABLE alert_transitions`
      yield* sql`DROP TABLE alerts`
      yield* migration
      const withoutId = (alerts: ReadonlyArray<any>) => alerts.map(({ id: _id, ...alert }) => alert)
      assert.lengthOf(before, 2)
      assert.deepStrictEqual(withoutId(yield* alertsOf(world)), withoutId(before))
      assert.deepStrictEqual(yield* alertsOf(none), [])
      yield* publish(world, { battery: { low } })
      const bridge = yield* connectBridge(world.bridgeToken)
      yield* say(bridge, 1, 1000)
      yield* inState(world, "firing")
    })
  )
})
