import { assert, describe, it, layer } from "@effect/vitest"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { type BridgeState, offline } from "@fleet/domain/Robots"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { BridgeStates } from "@fleet/server/robots/bridges/BridgeStates"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { aConnectedRobot, eventually } from "../jobs/world.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { broadcastNow } from "../../support/broadcastNow.ts"

describe("the states of bridges", () => {
  it.effect("the states of bridges are kept of robots that are online, and of others for ten minutes", () =>
    Effect.gen(function* () {
      const states = yield* BridgeStates
      const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID() as RobotId)
      const known = () => ids.filter((id) => Effect.runSync(states.known(id)) !== null).length
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
      assert.deepStrictEqual(yield* states.get(ids[0]!), online)
      assert.deepStrictEqual(yield* states.get(ids[1]!), offline)
    }).pipe(Effect.provide(BridgeStates.layer.pipe(Layer.provide(Bus.layer))))
  )
})

const online = (latency_ms: number | null, low_bandwidth = false) => ({ online: true, latency_ms, low_bandwidth })

/** The states at the process that holds the bridge, and at another on the same bus. */
const twoProcesses = Effect.gen(function* () {
  const process = Layer.fresh(BridgeStates.layer)
  const [holder, other] = yield* Effect.all([Layer.build(process), Layer.build(process)])
  const bus = yield* Bus
  const controls: Array<BridgeState> = []
  const heard: Array<BridgeState> = []
  const robotId = crypto.randomUUID() as RobotId
  yield* bus.onFact(
    (event) => void (event.type === "bridge_state" && controls.push(event.state)),
    () => undefined
  )
  yield* bus.follow(robotId, (event) => void (event.type === "bridge_state" && heard.push(event.state)))
  const states = Context.get(holder, BridgeStates)
  return {
    robotId,
    set: (state: BridgeState, timestampMs: number) => states.set(robotId, state, timestampMs),
    here: () => Effect.runSync(states.known(robotId)),
    there: () => Effect.runSync(Context.get(other, BridgeStates).known(robotId)),
    controls: () => controls.splice(0),
    heard: () => heard.splice(0)
  }
})

describe("the state of a connected bridge", () => {
  it.effect(
    "the state of a connected bridge reaches followers at each change, and other processes with a latency of each ten seconds",
    () =>
      Effect.gen(function* () {
        const { controls, heard, here, robotId, set, there } = yield* twoProcesses
        assert.deepStrictEqual(set(online(null), 0), offline)
        assert.deepStrictEqual([controls(), heard()], [[online(null)], [online(null)]])
        assert.deepStrictEqual(set(online(5), 2_000), online(null))
        set(online(5), 4_000)
        set(online(6), 9_999)
        assert.deepStrictEqual([controls(), heard()], [[], [online(5), online(6)]])
        assert.deepStrictEqual(here(), { state: online(6), timestampMs: 9_999 })
        assert.deepStrictEqual(there(), { state: online(null), timestampMs: 0 })
        // The next ping brings what changed before, though it changes nothing itself.
        set(online(6), 10_000)
        assert.deepStrictEqual([controls(), heard()], [[online(6)], []])
        assert.deepStrictEqual(there(), { state: online(6), timestampMs: 9_999 })
        set(online(7), 19_999)
        assert.deepStrictEqual(controls(), [])
        set(online(7, true), 19_999)
        assert.deepStrictEqual([controls(), heard()], [[online(7, true)], [online(7), online(7, true)]])
        set(offline, 20_000)
        assert.deepStrictEqual([controls(), heard()], [[offline], [offline]])
        assert.deepStrictEqual(there(), { state: offline, timestampMs: 20_000 })
        // Ten seconds of nothing new are told of to nobody.
        set(online(7), 21_000)
        assert.deepStrictEqual([controls(), heard()], [[online(7)], [online(7)]])
        for (let ms = 22_000; ms < 60_000; ms += 2_000) set(online(7), ms)
        assert.deepStrictEqual([controls(), heard()], [[], []])
        assert.deepStrictEqual(here(), { state: online(7), timestampMs: 21_000 })
        broadcastNow(yield* Bus, { type: "robot_deleted", robotId, orgId: "org" as OrgId })
        assert.deepStrictEqual([here(), there()], [null, null])
      }).pipe(Effect.provide(Bus.layer))
  )
})

layer(TestApp, { timeout: "60 seconds" })("the state of a bridge that left", (it) => {
  it.effect("the state of a bridge that left carries since when, also once it is dropped from memory", () =>
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
      assert.isNull(yield* states.known(robot.id))
      assert.deepStrictEqual(yield* get, left)
    })
  )
})
