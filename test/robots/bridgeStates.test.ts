import { assert, describe, it, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { offline } from "@fleet/domain/Robots"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { BridgeStates } from "@fleet/server/robots/bridges/BridgeStates"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { aConnectedRobot, eventually } from "../jobs/world.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

describe("the states of bridges", () => {
  it.effect("are kept of robots that are online, and of others for ten minutes", () =>
    Effect.gen(function* () {
      const states = yield* BridgeStates
      const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID() as RobotId)
      const known = () => ids.filter((id) => states.known(id) !== null).length
      const online = { online: true, latency_ms: 5, low_bandwidth: false }
      for (const id of ids) states.set(id, online, 0)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(known(), 1_000)
      const nowMs = yield* Clock.currentTimeMillis
      for (const id of ids.slice(1)) states.set(id, offline, nowMs)
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(known(), 1_000)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(known(), 1)
      assert.deepStrictEqual(states.get(ids[0]!), online)
      assert.deepStrictEqual(states.get(ids[1]!), offline)
    }).pipe(Effect.provide(BridgeStates.layer.pipe(Layer.provide(Bus.layer))))
  )
})

layer(TestApp, { timeout: "60 seconds" })("the state of a bridge that left", (it) => {
  it.effect("says when that was, also once the process has forgotten it", () =>
    Effect.gen(function* () {
      const { as, bridge, path, robot } = yield* aConnectedRobot
      // The database has a clock of its own.
      yield* (yield* SqlClient.SqlClient)`UPDATE robots SET created_at = to_timestamp(0) WHERE id = ${robot.id}`
      yield* TestClock.adjust("1 second")
      const states = yield* BridgeStates
      const get = Effect.map(call("GET", `${path}/datapoints/bridge_state`, { as }), ({ body }) => body)
      yield* bridge.leave
      const left = yield* eventually(get, ({ value }) => !value.online)
      assert.deepStrictEqual(left, { slug: "bridge_state", value: offline, timestamp_ms: 1_000 })
      const written = call("GET", "/api/audit?action=bridge.disconnected", { as })
      yield* eventually(written, ({ body }) => body.events.length === 1)
      yield* TestClock.adjust("11 minutes")
      assert.isNull(states.known(robot.id))
      assert.deepStrictEqual(yield* get, left)
    })
  )
})
