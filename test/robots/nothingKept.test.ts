import { assert, describe, it } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { offline } from "@fleet/domain/Robots"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Meters } from "@fleet/server/org/Meters"
import { Snapshots } from "@fleet/server/robots/cameras/Snapshots"
import { SnapshotStore } from "@fleet/server/robots/cameras/SnapshotStore"
import { Latest } from "@fleet/server/robots/datapoints/Latest"
import { LatestStore } from "@fleet/server/robots/datapoints/LatestStore"
import { Recorder } from "@fleet/server/robots/datapoints/Recorder"
import { RecordingHealth } from "@fleet/server/robots/datapoints/RecordingHealth"
import { RecordingStore } from "@fleet/server/robots/datapoints/RecordingStore"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Clock, Context, Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { recordMaps } from "../support/recordMaps.ts"
import { tellNow } from "../support/tellNow.ts"

const count = 10_000
const robotIds = Array.from({ length: count }, () => RobotId.make(randomUUID()))
const orgIds = Array.from({ length: count }, () => OrgId.make(randomUUID()))
const shared = Layer.mergeAll(Bus.layer, Counters.layer, Meters.layer)

/** What a layer builds, and how much more its maps hold than they did at first. */
const built = Effect.fnUntraced(function* <A, E>(layer: Layer.Layer<A, E>) {
  const { entries, result: services } = yield* recordMaps(Layer.build(layer))
  const idle = entries()
  return { services, kept: () => entries() - idle }
})

const leave = (services: Context.Context<Bus>, nowMs: number) => {
  const bus = Context.get(services, Bus)
  for (const [index, robotId] of robotIds.entries()) {
    if (index % 2 === 0) tellNow(bus, { type: "robot_deleted", robotId })
    else tellNow(bus, { type: "bridge_state", robotId, state: offline, timestampMs: nowMs })
  }
}

describe("of 10,000 robots that left or were deleted nothing is kept", () => {
  it.effect("by the bus, once nobody follows them", () =>
    Effect.gen(function* () {
      const { kept, services } = yield* built(Bus.layer)
      const bus = Context.get(services, Bus)
      const stops = robotIds.map((robotId) => bus.followUnsafe(robotId, () => undefined))
      assert.strictEqual(kept(), count)
      for (const stop of [...stops, ...stops]) stop()
      for (const robotId of robotIds) {
        yield* Effect.scoped(
          Effect.andThen(
            bus.follow(robotId, () => undefined),
            bus.onFact(() => undefined)
          )
        )
      }
      assert.strictEqual(kept(), 0)
    })
  )

  it.effect("of their newest values, once those are written", () =>
    Effect.gen(function* () {
      const store = Layer.mock(LatestStore, { list: () => Effect.succeed([]), write: () => Effect.void })
      const { kept, services } = yield* built(Latest.layer.pipe(Layer.provide(store), Layer.provideMerge(shared)))
      const latest = Context.get(services, Latest)
      for (const [index, robotId] of robotIds.entries()) {
        latest.set({ robotId, slug: "battery", json: "1", timestampMs: 1 }, index % 3 === 0)
      }
      assert.strictEqual(kept(), count)
      leave(services, yield* Clock.currentTimeMillis)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(kept(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("of their recording, once what waited is written", () =>
    Effect.gen(function* () {
      const store = Layer.mock(RecordingStore, {
        write: () => Effect.succeed([]),
        bytesByOrg: Effect.succeed([])
      })
      const layer = Recorder.layer.pipe(
        Layer.provideMerge(Layer.mergeAll(RecordingHealth.layer, RetentionQuota.layer)),
        Layer.provideMerge(Layer.mergeAll(shared, Settings.layerTest(), store))
      )
      const { kept, services } = yield* built(layer)
      const recorder = Context.get(services, Recorder)
      const nowMs = yield* Clock.currentTimeMillis
      const retention = { enabled: true, interval_seconds: 1 }
      for (const [index, robotId] of robotIds.entries()) {
        recorder.record(orgIds[index]!, retention, { robotId, slug: "battery", json: "1", timestampMs: nowMs })
      }
      assert.isAtLeast(kept(), 2 * count)
      leave(services, nowMs)
      yield* TestClock.adjust("2 minutes")
      yield* Context.get(services, RetentionQuota).measure
      assert.strictEqual(kept(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("of what their orgs lost of it, once that is over", () =>
    Effect.gen(function* () {
      const { kept, services } = yield* built(RecordingHealth.layer.pipe(Layer.provideMerge(shared)))
      const health = Context.get(services, RecordingHealth)
      for (const orgId of orgIds) {
        health.lost(orgId, "queue_full")
        health.lost(orgId, "refused")
      }
      yield* TestClock.adjust("119 seconds")
      assert.strictEqual(kept(), count)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(kept(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("of their cameras' images, once each is written, or could not be", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let writes = 0
      const put = () =>
        Effect.andThen(
          Deferred.await(gate),
          Effect.suspend(() => (++writes % 100 === 0 ? Effect.die("the database refuses") : Effect.void))
        )
      const layer = Snapshots.layer.pipe(Layer.provide(Layer.mock(SnapshotStore, { put })))
      const { kept, services } = yield* built(layer)
      const snapshots = Context.get(services, Snapshots)
      const header = {
        type: "snapshot",
        slug: "front",
        mime: "image/jpeg",
        width: 1,
        height: 1,
        timestamp_ms: 1
      } as const
      const image = new Uint8Array([0xff, 0xd8, 0xff])
      for (const robotId of robotIds) for (let turn = 0; turn < 3; turn++) snapshots.keep(robotId, header, image)
      assert.isAtLeast(kept(), count)
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.repeat(Effect.yieldNow, { until: () => writes === 2 * count })
      yield* Effect.yieldNow
      assert.isAtMost(kept(), 0)
    }).pipe(Effect.scoped)
  )
})
