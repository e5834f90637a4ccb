import { assert, layer } from "@effect/vitest"
import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { pass, publish, source } from "../jobs/world.ts"
import { aWatchedRobot, healthOf, say, told } from "./world.ts"

type DatapointState = Extract<BridgeMessage, { readonly type: "datapoint_state" }>

const message = "A sample of 3000000 bytes was dropped: a frame takes at most 2097152 bytes."
const tooLarge: DatapointState = {
  type: "datapoint_state",
  slug: "battery",
  state: "failed",
  error: { code: "too_large", message },
  at_ms: 1
}
const well: DatapointState = { ...tooLarge, state: "ok", error: null }
const sample = { type: "datapoint", slug: "battery", value: 1, timestamp_ms: 1 }

layer(TestApp, { timeout: "60 seconds" })("the health of datapoints", (it) => {
  it.effect("the health of a datapoint is what its bridge says, is told to developers and is an event of the org", () =>
    Effect.gen(function* () {
      const { bridge, client, robot, ...world } = yield* aWatchedRobot
      client.send({ type: "org_event_subscribe" })
      yield* client.next("org_event_replay")
      yield* say(bridge, tooLarge)
      const resource = { robot_id: robot.id, kind: "datapoint", ref: "battery", facet: "source" }
      assert.deepStrictEqual(yield* healthOf(world), [{ ...resource, state: "failed", reason: message }])
      const frames = yield* client.settled
      const event = frames.find((frame) => frame.type === "org_event" && (frame as any).kind === "health") as any
      assert.deepStrictEqual(
        [event.subject, event.severity, event.detail],
        ["battery", "warning", { facet: "source", state: "failed", reason: message }]
      )
      assert.isTrue(frames.some(({ type }) => type === "resource_health"))
      yield* say(bridge, well)
      assert.deepStrictEqual(yield* healthOf(world), [{ ...resource, state: "ok", reason: null }])
    })
  )

  it.effect("the health of a datapoint goes with it, follows its name, and is of published ones alone", () =>
    Effect.gen(function* () {
      const { as, bridge, client, owner, path, robot } = yield* aWatchedRobot
      yield* say(bridge, { ...tooLarge, slug: "nothing" }, { ...tooLarge, slug: "front" })
      assert.deepStrictEqual(yield* healthOf({ as }), [])
      yield* say(bridge, tooLarge)
      const renamed = yield* call("POST", `${path}/config/rename-slug`, { as, body: { from: "battery", to: "charge" } })
      assert.strictEqual(renamed.status, 200)
      const resource = { robot_id: robot.id, kind: "datapoint", ref: "charge", facet: "source" }
      assert.deepStrictEqual(yield* healthOf({ as }), [{ ...resource, state: "failed", reason: message }])
      yield* say(bridge, well)
      assert.deepStrictEqual(yield* healthOf({ as }), [{ ...resource, state: "ok", reason: null }])
      yield* told(client)
      yield* publish(
        owner.caller,
        robot.id,
        source.replace(/ {2}battery:[^\n]*/, "  other: {topic: /o, type: a/msg/B}")
      )
      assert.deepStrictEqual(yield* told(client), [{ type: "resource_health_cleared", ...resource }])
      assert.deepStrictEqual(yield* healthOf({ as }), [])
    })
  )

  it.effect("the health of a datapoint names a stamp that cannot be read, until ten seconds after the last", () =>
    Effect.gen(function* () {
      const { bridge, robot, ...world } = yield* aWatchedRobot
      yield* say(bridge, { ...sample, timestamp_ms: 1.5 } as never)
      const resource = { robot_id: robot.id, kind: "datapoint", ref: "battery", facet: "source" }
      const reason = "A sample was dropped: timestamp_ms is 1.5, no integer from 0 to 8640000000000000."
      const failed = { ...resource, state: "failed", reason }
      assert.deepInclude(yield* healthOf(world), failed)
      yield* say(bridge, sample as never, well)
      yield* pass(bridge, 9000)
      yield* say(bridge)
      assert.deepInclude(yield* healthOf(world), failed)
      yield* pass(bridge, 1500)
      yield* say(bridge)
      assert.deepInclude(yield* healthOf(world), { ...resource, state: "ok", reason: null })
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("the health of a robot's clock", (it) => {
  const startMs = 1_000_000
  const clockOf = Effect.fnUntraced(function* (world: Parameters<typeof healthOf>[0]) {
    return (yield* healthOf(world)).filter(({ ref }: any) => ref === "clock")
  })

  it.effect("the health of a robot's clock says how far live stamps are off, and whether time is simulated", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(startMs)
      const { bridge, robot, ...world } = yield* aWatchedRobot
      const resource = { robot_id: robot.id, kind: "robot", ref: "clock", facet: "clock" }
      const off = (reason: string) => ({ ...resource, state: "failed", reason })
      const after = Effect.fnUntraced(function* (timestamp_ms: number, ms: number, rest: object = {}) {
        yield* say(bridge, { ...sample, timestamp_ms, ...rest } as never)
        yield* pass(bridge, ms)
        yield* say(bridge)
        return yield* clockOf(world)
      })
      // What is 5 minutes behind or 5 s ahead is not off yet.
      assert.deepStrictEqual(yield* after(startMs - 300_000, 250), [])
      assert.deepStrictEqual(yield* after(startMs + 250 + 5_000, 10_000), [])
      // Backfill is old by its nature.
      assert.deepStrictEqual(yield* after(1, 500, { backfill: true }), [])
      assert.deepStrictEqual(yield* after(startMs - 600_000 + 10_750, 250), [
        off("The robot's stamps are 10 minutes behind the cloud's clock.")
      ])
      yield* say(bridge, { type: "clock_state", sim_time: true, offset_ms: -600_000 })
      assert.deepStrictEqual(yield* after(startMs - 590_000, 61_000), [
        off("The robot's stamps are 10 minutes behind the cloud's clock. It runs on simulated time.")
      ])
      assert.deepStrictEqual(yield* after(startMs + 72_000, 10_500), [{ ...resource, state: "ok", reason: null }])
    })
  )

  it.effect("the health of a robot's clock is told by its bridge where no sample shows it", () =>
    Effect.gen(function* () {
      const { bridge, ...world } = yield* aWatchedRobot
      yield* say(bridge, { type: "clock_state", sim_time: false, offset_ms: 5_001 })
      yield* pass(bridge, 250)
      yield* say(bridge)
      assert.deepStrictEqual(
        (yield* clockOf(world)).map(({ reason, state }: any) => [state, reason]),
        [["failed", "The robot's stamps are 5 seconds ahead of the cloud's clock. It does not run on simulated time."]]
      )
    })
  )
})
