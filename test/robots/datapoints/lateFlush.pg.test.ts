import { assert, layer } from "@effect/vitest"
import { Meters } from "@fleet/server/org/Meters"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Latest } from "@fleet/server/robots/datapoints/Latest"
import { LatestStore } from "@fleet/server/robots/datapoints/LatestStore"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { HistoryHealth } from "@fleet/server/robots/datapoints/HistoryHealth"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { history } from "@fleet/server/robots/history/Feature"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { TestDatabase } from "../../support/Database.ts"
import { connectedHome, say } from "../../support/homes.ts"
import { keptRows } from "../../support/keepSamples.ts"
import { silentHealth } from "../../support/silentHealth.ts"
import { anOrg, aRobot, SevenDays } from "../fixtures.ts"

const Stored = LatestStore.layer.pipe(Layer.provideMerge(TestDatabase))

/** A process, which holds robots of its own. */
const process = Layer.fresh(Latest.layer).pipe(
  Layer.provideMerge(Layer.fresh(RobotHomes.layer)),
  Layer.provideMerge(Layer.fresh(Layer.mergeAll(Bus.layer, Counters.layer)))
)

layer(Stored, { timeout: "120 seconds" })("a late flush", (it) => {
  const aValue = Effect.gen(function* () {
    const robotId = yield* aRobot(yield* anOrg)
    const store = yield* LatestStore
    return {
      robotId,
      write: (json: string, arrivedMs?: number) =>
        store.write([
          { robotId, slug: "battery", json, timestampMs: 1, ...(arrivedMs === undefined ? {} : { arrivedMs }) }
        ]),
      stored: Effect.map(store.list([{ robotId, slug: "battery" }]), ([row]) => row?.json)
    }
  })

  it.effect("a late flush: a value that came earlier does not replace one that came later", () =>
    Effect.gen(function* () {
      const { stored, write } = yield* aValue
      yield* write("2", 2_000)
      yield* write("1", 1_999)
      assert.strictEqual(yield* stored, "2")
      yield* write("3", 2_000)
      assert.strictEqual(yield* stored, "3")
      // A clock that was set back does not stop values for ever.
      yield* write("4", 2_000 - 300_000)
      assert.strictEqual(yield* stored, "3")
      yield* write("5", 2_000 - 300_001)
      assert.strictEqual(yield* stored, "5")
      yield* write("6")
      assert.strictEqual(yield* stored, "6")
    })
  )

  it.effect(
    "a late flush: of two processes that held the robot, the one whose value came last wins, written first",
    () =>
      Effect.gen(function* () {
        const { robotId, stored } = yield* aValue
        const store = yield* LatestStore
        const begun = yield* Deferred.make<void>()
        const gate = yield* Deferred.make<void>()
        const write = (rows: Parameters<typeof store.write>[0]) =>
          Deferred.succeed(begun, undefined).pipe(
            Effect.andThen(Deferred.await(gate)),
            Effect.andThen(store.write(rows))
          )
        const earlier = yield* Layer.build(process).pipe(Effect.provideService(LatestStore, { ...store, write }))
        const later = yield* Layer.build(process)
        say(yield* Effect.provideContext(connectedHome(robotId), earlier), "battery", "1", 5_000)
        const late = yield* Effect.forkChild(
          Effect.provideContext(
            Effect.flatMap(RobotHomes, ({ flush }) => flush),
            earlier
          )
        )
        yield* Deferred.await(begun)
        yield* TestClock.adjust("10 millis")
        // Its stamp is older: what counts is when it came.
        const home = yield* Effect.provideContext(connectedHome(robotId), later)
        say(home, "battery", "2", 4_000)
        yield* home.flush()
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(late)
        assert.strictEqual(yield* stored, "2")
      })
  )
})

const Recording = HistoryRecorder.layer.pipe(
  Layer.provide([HistoryHealth.layer, RetentionQuota.layer]),
  Layer.provideMerge(Latest.layer),
  Layer.provideMerge(RobotHomes.layer),
  Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer)),
  Layer.provide([Meters.layer, silentHealth, SevenDays]),
  Layer.provide(RecordedSamples.layer),
  Layer.provide(history.stores),
  Layer.provideMerge(LatestStore.layer),
  Layer.provideMerge(TestDatabase)
)

layer(Recording, { timeout: "120 seconds" })("the flush of a robot's home", (it) => {
  it.effect("the flush of a robot's home: its newest values and samples are stored, others' values wait", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const [one, other] = [yield* aRobot(orgId), yield* aRobot(orgId)]
      const store = yield* LatestStore
      const list = store.list([one, other].map((robotId) => ({ robotId, slug: "battery" })))
      const home = yield* connectedHome(one, undefined, orgId)
      say(home, "battery", "1", 1)
      say(yield* connectedHome(other, undefined, orgId), "battery", "2", 1)
      yield* home.flush()
      assert.deepStrictEqual(
        (yield* list).map(({ json }) => json),
        ["1"]
      )
      assert.deepStrictEqual(
        (yield* keptRows(one)).map(({ json }) => json),
        ["1"]
      )
      yield* (yield* RobotHomes).flush
      assert.lengthOf(yield* list, 2)
    })
  )
})
