import { assert, describe, it } from "@effect/vitest"
import { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Meters } from "@fleet/server/org/Meters"
import { BridgeActivity } from "@fleet/server/robots/bridges/BridgeActivity"
import { BridgeStates } from "@fleet/server/robots/bridges/BridgeStates"
import { CameraHealth } from "@fleet/server/robots/cameras/CameraHealth"
import { Snapshots } from "@fleet/server/robots/cameras/Snapshots"
import { SnapshotRecords } from "@fleet/server/robots/cameras/SnapshotRecords"
import { nothingPublished, PublishedConfigs } from "@fleet/server/robots/config/PublishedConfigs"
import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import { VersionStore } from "@fleet/server/robots/config/VersionStore"
import { Latest } from "@fleet/server/robots/datapoints/Latest"
import { LatestStore } from "@fleet/server/robots/datapoints/LatestStore"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { HistoryHealth } from "@fleet/server/robots/datapoints/HistoryHealth"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { JobStateWriter } from "@fleet/server/robots/jobs/JobStateWriter"
import { JobStore } from "@fleet/server/robots/jobs/JobStore"
import { LiveJobs } from "@fleet/server/robots/jobs/LiveJobs"
import { PublisherHolds } from "@fleet/server/robots/jobs/PublisherHolds"
import { LatencyLog } from "@fleet/server/robots/latency/LatencyLog"
import { LatencyStore } from "@fleet/server/robots/latency/LatencyStore"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Clock, Context, Deferred, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { silentHealth } from "../support/silentHealth.ts"
import { connectedHome, datapoints, hello, homeOf, linkTo, say } from "../support/homes.ts"
import { recordMaps } from "../support/recordMaps.ts"
import { broadcastNow } from "../support/broadcastNow.ts"
import { picture } from "./cameras/pictures.ts"
import { SevenDays } from "./fixtures.ts"
import { many as count, manyInWords } from "../support/effort.ts"

const robotIds = Array.from({ length: count }, () => RobotId.make(randomUUID()))
const orgIds = Array.from({ length: count }, () => OrgId.make(randomUUID()))
const shared = Layer.mergeAll(Bus.layer, Counters.layer, Meters.layer)

const holder = { kind: "server_key", id: "key", label: "key", name: null } as const
const header = { type: "snapshot", slug: "front", mime: "image/jpeg", width: 1, height: 1, timestamp_ms: 1 } as const
const image = picture("image/jpeg", 1, 1)

/** Every part of a robot's home, and what else keeps something for each robot, over stores that take everything. */
const everything = Layer.mergeAll(
  BridgeActivity.layer,
  CameraHealth,
  LatencyLog.layer,
  Latest.layer,
  LiveJobs.layer,
  PublisherHolds.layer,
  HistoryRecorder.layer,
  Snapshots.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(BridgeStates.layer, PublishedConfigs.layer, HistoryHealth.layer, RetentionQuota.layer)
  ),
  Layer.provideMerge(RobotHomes.layer),
  Layer.provideMerge(shared),
  Layer.provide([
    SevenDays,
    silentHealth,
    Settings.layerTest(),
    Layer.mock(JobStateWriter, { changed: () => undefined, started: () => undefined }),
    Layer.mock(JobStore, { take: () => Effect.succeed([]) }),
    Layer.mock(LatencyStore, { add: () => Effect.void, deleteBefore: () => Effect.void }),
    Layer.mock(LatestStore, { list: () => Effect.succeed([]), write: () => Effect.void }),
    Layer.mock(RecordedSamples, { write: () => Effect.succeed([]), bytesByOrg: Effect.succeed([]) }),
    Layer.mock(SnapshotRecords, { put: () => Effect.void }),
    Layer.mock(VersionStore, { latest: () => Effect.succeed(Option.none()) }),
    Layer.mock(WebhookEvents, {})
  ])
)

const published = {
  ...datapoints("battery"),
  exposures: new Map<string, Exposure>([
    ...datapoints("battery").exposures,
    ["dock", { kind: "action", slug: "dock", config: { ros_name: "/dock", type: "a/action/B" } }]
  ])
}

/** What a layer builds, and how much more its maps hold than they did at first. */
const built = Effect.fnUntraced(function* <A, E>(layer: Layer.Layer<A, E>) {
  const { entries, result: services } = yield* recordMaps(Layer.build(layer))
  const idle = entries()
  return { services, kept: () => entries() - idle }
})

describe(`of ${manyInWords} robots that left or were deleted nothing is kept`, () => {
  it.effect(`the bus keeps nothing of ${manyInWords} robots without followers`, () =>
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
            bus.onFact(
              () => undefined,
              () => undefined
            )
          )
        )
      }
      assert.strictEqual(kept(), 0)
    })
  )

  it.effect(`nothing is kept of ${manyInWords} robots that left or were deleted by homes or any part`, () =>
    Effect.gen(function* () {
      const { kept, services } = yield* built(everything)
      const homes = Context.get(services, RobotHomes)
      const jobs = Context.get(services, LiveJobs)
      const nowMs = yield* Clock.currentTimeMillis
      const busy = 20
      const { entries, result: opened } = yield* recordMaps(
        Effect.sync(() =>
          robotIds.map((robotId, index) => {
            const home = homes.open({ robotId, orgId: orgIds[index]!, robotName: "Rover" })
            homes.attach(linkTo(home), hello, nothingPublished)
            return home
          })
        )
      )
      for (const [index, home] of opened.entries()) {
        const { robotId } = home
        yield* Effect.scoped(home.prepare(hello, published))
        assert.isTrue(homes.attach(linkTo(home), hello, published))
        Context.get(services, BridgeActivity).online(home, { latencyMs: index, lowBandwidth: false })
        yield* Context.get(services, PublishedConfigs).current(robotId)
        say(home, "battery", "1", nowMs, index % 3 === 0)
        Context.get(services, PublisherHolds).take(
          home,
          "drive",
          holder,
          { quietTimeoutMs: 2_000, failsafeTimeoutMs: 500 },
          nowMs
        )
        home.pong(index)
        home.snapshot(header, image)
        if (index >= busy) continue
        const said = { feedback: null, progress: null, result: null, error: null, timestamp_ms: nowMs } as const
        const goal = { slug: "dock", state: "running", origin: "external", goal_id: "goal" } as const
        home.message({ type: "job_update", job_id: JobId.make(randomUUID()), ...goal, ...said }, nowMs)
      }
      // Homes, states, health or quota of each org; and the value, series and hold of each robot.
      assert.isAtLeast(kept(), 3 * count)
      assert.isAtLeast(entries(), 3 * count)
      for (const [index, robotId] of robotIds.entries()) {
        const home = homes.get(robotId)!
        if (index % 2 === 1) {
          broadcastNow(Context.get(services, Bus), { type: "robot_deleted", robotId, orgId: orgIds[index]! })
        } else {
          home.detach(home.link!, nowMs)
          Context.get(services, BridgeActivity).offline(home, nowMs)
        }
      }
      yield* TestClock.adjust("2 minutes")
      // What ran is kept until it is unknown, five minutes after its robot left.
      assert.strictEqual(robotIds.filter((robotId) => homes.get(robotId) !== undefined).length, busy / 2)
      assert.strictEqual(robotIds.filter((robotId) => jobs.get(robotId) !== undefined).length, busy / 2)
      yield* TestClock.adjust("4 minutes")
      assert.isFalse(robotIds.some((robotId) => homes.get(robotId) !== undefined))
      yield* TestClock.adjust("6 minutes")
      // Until what was admitted is in blocks.
      yield* Context.get(services, RetentionQuota).measure.pipe(Effect.repeat({ times: 5 }))
      assert.deepStrictEqual([kept(), entries()], [0, 0])
    }).pipe(Effect.scoped)
  )

  it.effect(`nothing is kept of ${manyInWords} robots whose hello was never finished`, () =>
    Effect.gen(function* () {
      const { kept, services } = yield* built(everything)
      const homes = Context.get(services, RobotHomes)
      const serving = yield* Effect.forkChild(
        Effect.forEach(
          robotIds,
          (robotId, index) =>
            homes.connecting({ robotId, orgId: orgIds[index]!, robotName: "Rover" }).pipe(
              Effect.tap((home) => home.prepare(hello, nothingPublished)),
              Effect.andThen(Effect.sleep("1 minute")),
              Effect.scoped
            ),
          { concurrency: "unbounded" }
        ),
        { startImmediately: true }
      )
      yield* TestClock.adjust("59 seconds")
      assert.isAtLeast(kept(), count)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(kept(), 0)
      assert.isDefined(serving.pollUnsafe())
    }).pipe(Effect.scoped)
  )

  it.effect(`nothing is kept of recording losses of ${manyInWords} orgs once they are over`, () =>
    Effect.gen(function* () {
      const { kept, services } = yield* built(
        HistoryHealth.layer.pipe(Layer.provideMerge(shared), Layer.provide(silentHealth))
      )
      const health = Context.get(services, HistoryHealth)
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

  it.effect(`nothing is kept of ${manyInWords} camera images once each is written or failed`, () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let writes = 0
      const put = () =>
        Effect.andThen(
          Deferred.await(gate),
          Effect.suspend(() => (++writes % 100 === 0 ? Effect.die("the database refuses") : Effect.void))
        )
      const layer = Snapshots.layer.pipe(
        Layer.provide([Layer.mock(SnapshotRecords, { put }), silentHealth]),
        Layer.provideMerge(RobotHomes.layer),
        Layer.provide([Bus.layer, Counters.layer, Settings.layerTest()])
      )
      const { kept, services } = yield* built(layer)
      for (const robotId of robotIds) {
        const home = yield* Effect.provideContext(homeOf(robotId), services)
        for (let turn = 0; turn < 3; turn++) assert.isTrue(home.snapshot(header, image))
      }
      yield* TestClock.adjust("1 second")
      assert.isAtLeast(kept(), count)
      yield* Deferred.succeed(gate, undefined)
      // Of those that came while the first ones were written.
      yield* Effect.repeat(Effect.yieldNow, { until: () => writes >= count })
      yield* TestClock.adjust("1 second")
      assert.isAtMost(kept(), 0)
    }).pipe(Effect.scoped)
  )
})

it.effect("nothing of a deleted robot is written after its deletion", () =>
  Effect.gen(function* () {
    const written: Array<string> = []
    const store = Layer.mock(LatestStore, {
      list: () => Effect.succeed([]),
      write: (rows) => Effect.sync(() => written.push(...rows.map(({ robotId }) => robotId)))
    })
    const layer = Latest.layer.pipe(
      Layer.provide(store),
      Layer.provideMerge(RobotHomes.layer),
      Layer.provideMerge(shared)
    )
    yield* Effect.gen(function* () {
      const [gone, stays] = [yield* connectedHome(robotIds[0]!), yield* connectedHome(robotIds[1]!)]
      for (const home of [gone, stays]) say(home, "battery", "1", 1)
      broadcastNow(yield* Bus, { type: "robot_deleted", robotId: gone.robotId, orgId: gone.orgId })
      assert.isNull(gone.link)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(written, [stays.robotId])
    }).pipe(Effect.provide(layer))
  })
)
