import { assert, describe, it } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Meters } from "@fleet/server/org/Meters"
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

const count = 10_000
const robotId = RobotId.make(randomUUID())
const orgId = OrgId.make(randomUUID())
const shared = Layer.mergeAll(Bus.layer, Counters.layer, Meters.layer)

/** What a layer builds, and how much more its maps hold than they did at first. */
const built = Effect.fnUntraced(function* <A, E>(layer: Layer.Layer<A, E>) {
  const { entries, result: services } = yield* recordMaps(Layer.build(layer))
  const idle = entries()
  return { services, kept: () => entries() - idle }
})

describe("of 10,000 datapoints of a robot that stays, each published in place of the one before", () => {
  it.effect("one value is held, and those that are not written yet", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const store = Layer.mock(LatestStore, {
        list: () => Effect.succeed([]),
        write: (rows) => Effect.sync(() => void written.push(...rows.map(({ slug }) => slug)))
      })
      const { kept, services } = yield* built(Latest.layer.pipe(Layer.provide(store), Layer.provideMerge(shared)))
      const latest = Context.get(services, Latest)
      const { entries } = yield* recordMaps(
        Effect.sync(() => latest.set({ robotId, slug: "first", json: "1", timestampMs: 1 }))
      )
      for (let index = 0; index < count; index++) {
        const slug = `slug_${index}`
        latest.set({ robotId, slug, json: "1", timestampMs: 1 })
        latest.retain(robotId, (other) => other === slug)
        if (index % 1000 === 0) yield* TestClock.adjust("1 second")
      }
      assert.isAtLeast(entries(), 999)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(entries(), 1)
      assert.strictEqual(kept(), 1)
      assert.lengthOf(written, count + 1)
      assert.isDefined(latest.peek(robotId, `slug_${count - 1}`))
      // A publish that keeps it drops nothing, and neither does one of a robot that is not known.
      latest.retain(robotId, () => true)
      latest.retain(RobotId.make(randomUUID()), () => false)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([entries(), kept()], [1, 1])
    }).pipe(Effect.scoped)
  )

  it.effect("the recording of one is remembered, and of those that are not written yet", () =>
    Effect.gen(function* () {
      const store = Layer.mock(RecordingStore, { write: () => Effect.succeed([]) })
      const layer = Recorder.layer.pipe(
        Layer.provide([RecordingHealth.layer, RetentionQuota.layer]),
        Layer.provideMerge(Layer.mergeAll(shared, Settings.layerTest(), store))
      )
      const { services } = yield* built(layer)
      const recorder = Context.get(services, Recorder)
      const nowMs = yield* Clock.currentTimeMillis
      const record = (slug: string) =>
        recorder.record(orgId, { enabled: true, interval_seconds: 1 }, { robotId, slug, json: "1", timestampMs: nowMs })
      const { entries } = yield* recordMaps(Effect.sync(() => record("first")))
      for (let index = 0; index < count; index++) {
        record(`slug_${index}`)
        recorder.retain(robotId, (other) => other === `slug_${index}`)
      }
      assert.isAtLeast(entries(), count)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(entries(), 1)
    }).pipe(Effect.scoped)
  )

  it.effect("a value that comes while it is written is held until that is written too", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const written: Array<string> = []
      const store = Layer.mock(LatestStore, {
        list: () => Effect.succeed([]),
        write: (rows) => {
          for (const { json } of rows) written.push(json)
          return Deferred.await(gate)
        }
      })
      const { kept, services } = yield* built(Latest.layer.pipe(Layer.provide(store), Layer.provideMerge(shared)))
      const latest = Context.get(services, Latest)
      latest.set({ robotId, slug: "battery", json: "1", timestampMs: 1 })
      latest.retain(robotId, () => false)
      yield* TestClock.adjust("1 second")
      latest.set({ robotId, slug: "battery", json: "2", timestampMs: 2 })
      yield* Deferred.succeed(gate, undefined)
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual([written, kept()], [["1"], 2])
      assert.strictEqual(latest.peek(robotId, "battery")?.json, "2")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([written, kept()], [["1", "2"], 1])
      assert.isUndefined(latest.peek(robotId, "battery"))
    }).pipe(Effect.scoped)
  )

  it.effect("a recording that comes while it is written is remembered until that is written too", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const store = Layer.mock(RecordingStore, { write: () => Effect.as(Deferred.await(gate), []) })
      const layer = Recorder.layer.pipe(
        Layer.provide([RecordingHealth.layer, RetentionQuota.layer]),
        Layer.provideMerge(Layer.mergeAll(shared, Settings.layerTest(), store))
      )
      const { services } = yield* built(layer)
      const recorder = Context.get(services, Recorder)
      const record = Effect.map(Clock.currentTimeMillis, (timestampMs) =>
        recorder.record(
          orgId,
          { enabled: true, interval_seconds: 1 },
          { robotId, slug: "battery", json: "1", timestampMs }
        )
      )
      const { entries } = yield* recordMaps(record)
      recorder.retain(robotId, () => false)
      yield* TestClock.adjust("1 second")
      yield* record
      yield* Deferred.succeed(gate, undefined)
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(entries(), 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(entries(), 0)
    }).pipe(Effect.scoped)
  )
})
