import { assert, describe, it } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Meters } from "@fleet/server/org/Meters"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { nothingPublished } from "@fleet/server/robots/config/PublishedConfigs"
import { Latest } from "@fleet/server/robots/datapoints/Latest"
import { LatestStore } from "@fleet/server/robots/datapoints/LatestStore"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { HistoryHealth } from "@fleet/server/robots/datapoints/HistoryHealth"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { Clock, Context, Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { silentHealth } from "../../support/silentHealth.ts"
import { connectedHome, datapoints, say } from "../../support/homes.ts"
import { recordMaps } from "../../support/recordMaps.ts"
import { SevenDays } from "../fixtures.ts"

const count = 10_000
const robotId = RobotId.make(randomUUID())
const orgId = OrgId.make(randomUUID())
const shared = RobotHomes.layer.pipe(Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer, Meters.layer)))

/** What a layer builds, and how much more its maps hold than they did at first. */
const built = Effect.fnUntraced(function* <A, E>(layer: Layer.Layer<A, E>) {
  const { entries, result: services } = yield* recordMaps(Layer.build(layer))
  const idle = entries()
  return { services, kept: () => entries() - idle }
})

describe("of 10,000 datapoints of a robot that stays, each published in place of the one before", () => {
  it.effect(
    "of 10,000 datapoints published one in place of the other one latest value is held, and those that are not written yet",
    () =>
      Effect.gen(function* () {
        const written: Array<string> = []
        const store = Layer.mock(LatestStore, {
          list: () => Effect.succeed([]),
          write: (rows) => Effect.sync(() => void written.push(...rows.map(({ slug }) => slug)))
        })
        const { kept, services } = yield* built(Latest.layer.pipe(Layer.provide(store), Layer.provideMerge(shared)))
        const latest = Context.get(services, Latest)
        const { entries } = yield* recordMaps(
          Effect.sync(() => Context.get(services, RobotHomes).open({ robotId, orgId, robotName: "Rover" }))
        )
        const home = yield* Effect.provideContext(connectedHome(robotId, nothingPublished), services)
        say(home, "first", "1", 1)
        for (let index = 0; index < count; index++) {
          const slug = `slug_${index}`
          say(home, slug, "1", 1)
          home.configure(datapoints(slug))
          if (index % 1000 === 0) yield* TestClock.adjust("1 second")
        }
        assert.isAtLeast(entries(), 999)
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(entries(), 1)
        assert.strictEqual(kept(), 1)
        assert.lengthOf(written, count + 1)
        assert.isDefined(latest.peek(robotId, `slug_${count - 1}`))
        // A publish that keeps it drops nothing.
        home.configure(datapoints("first", `slug_${count - 1}`))
        yield* TestClock.adjust("2 seconds")
        assert.isDefined(latest.peek(robotId, `slug_${count - 1}`))
      }).pipe(Effect.scoped)
  )

  it.effect("the recording of one is remembered, and of those that are not written yet", () =>
    Effect.gen(function* () {
      const store = Layer.mock(RecordedSamples, { write: () => Effect.succeed([]) })
      const layer = HistoryRecorder.layer.pipe(
        Layer.provide([HistoryHealth.layer, RetentionQuota.layer]),
        Layer.provideMerge(Layer.mergeAll(shared, SevenDays, silentHealth, store))
      )
      const { services } = yield* built(layer)
      const nowMs = yield* Clock.currentTimeMillis
      const { entries } = yield* recordMaps(
        Effect.sync(() => Context.get(services, RobotHomes).open({ robotId, orgId, robotName: "Rover" }))
      )
      const home = yield* Effect.provideContext(connectedHome(robotId, nothingPublished), services)
      say(home, "first", "1", nowMs)
      for (let index = 0; index < count; index++) {
        say(home, `slug_${index}`, "1", nowMs)
        home.configure(datapoints(`slug_${index}`))
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
      const home = yield* Effect.provideContext(connectedHome(robotId), services)
      say(home, "battery", "1", 1)
      home.configure(nothingPublished)
      yield* TestClock.adjust("1 second")
      say(home, "battery", "2", 2)
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
      const store = Layer.mock(RecordedSamples, { write: () => Effect.as(Deferred.await(gate), []) })
      const layer = HistoryRecorder.layer.pipe(
        Layer.provide([HistoryHealth.layer, RetentionQuota.layer]),
        Layer.provideMerge(Layer.mergeAll(shared, SevenDays, silentHealth, store))
      )
      const { services } = yield* built(layer)
      const counters = Context.get(services, Counters)
      const home = yield* Effect.provideContext(connectedHome(robotId), services)
      const record = Effect.map(Clock.currentTimeMillis, (nowMs) => say(home, "battery", "1", nowMs))
      yield* record
      home.configure(nothingPublished)
      yield* TestClock.adjust("1 second")
      yield* record
      yield* Deferred.succeed(gate, undefined)
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(counters.recording_robots, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(counters.recording_robots, 0)
    }).pipe(Effect.scoped)
  )
})
