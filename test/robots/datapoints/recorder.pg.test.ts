import { assert, describe, it, layer } from "@effect/vitest"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Meters } from "@fleet/server/org/Meters"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { HistoryHealth } from "@fleet/server/robots/datapoints/HistoryHealth"
import { history } from "@fleet/server/robots/history/Feature"
import type { Candidate } from "@fleet/server/robots/history/Candidate"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { silentHealth } from "../../support/silentHealth.ts"
import { TestDatabase } from "../../support/Database.ts"
import { connectedHome, homeOf, leaves, say } from "../../support/homes.ts"
import { anOrg, aRobot, SevenDays } from "../fixtures.ts"
import { broadcastNow } from "../../support/broadcastNow.ts"
import { ceilings } from "../../support/quotas.ts"

const anId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`

/** A recorder over a table that takes, refuses, or waits for `answer`. */
const aTable = Effect.gen(function* () {
  const table = { written: [] as Array<Candidate>, does: "take" as "take" | "refuse" | "wait" }
  const answers = yield* Deferred.make<void>()
  const store = Layer.mock(RecordedSamples, {
    write: (candidates) =>
      Effect.gen(function* () {
        if (table.does === "refuse") return yield* Effect.die("the database refuses")
        if (table.does === "wait") yield* Deferred.await(answers)
        table.written.push(...candidates)
        return []
      })
  })
  const unlimited = ceilings({ max_retention_writes_per_minute: Infinity })
  const recorder = HistoryRecorder.layer.pipe(
    Layer.provide([HistoryHealth.layer, RetentionQuota.layer]),
    Layer.provideMerge(RobotHomes.layer),
    Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer)),
    Layer.provide([Meters.layer, silentHealth, store, unlimited, SevenDays])
  )
  return { table, recorder, answer: Deferred.succeed(answers, undefined) }
})

const record = (robot: number, timestampMs: number, json = "1") =>
  Effect.map(connectedHome(anId(robot) as RobotId), (home) => say(home, "battery", json, timestampMs))

describe("the queue of samples to be recorded", () => {
  it.effect(
    "the queue of samples to be recorded holds 100000 samples, those being written and those refused included",
    () =>
      Effect.gen(function* () {
        const { answer, recorder, table } = yield* aTable
        yield* Effect.gen(function* () {
          const { flush } = yield* HistoryRecorder
          const counters = yield* Counters
          let robot = 0
          const some = (count: number) => Effect.forEach(Array(count).keys(), () => record(++robot, 0))
          table.does = "refuse"
          yield* some(40_000)
          assert.isTrue(Exit.isFailure(yield* Effect.exit(flush)))
          yield* some(30_000)
          table.does = "wait"
          const writing = yield* Effect.forkChild(flush, { startImmediately: true })
          yield* some(30_000)
          assert.strictEqual(counters.samples_unrecorded_queue_full_total, 0)
          yield* some(1)
          assert.strictEqual(counters.samples_unrecorded_queue_full_total, 1)
          yield* answer
          yield* Fiber.join(writing)
          assert.strictEqual(table.written.length, 70_000)
          yield* some(70_000)
          assert.strictEqual(counters.samples_unrecorded_queue_full_total, 1)
          yield* some(1)
          assert.strictEqual(counters.samples_unrecorded_queue_full_total, 2)
        }).pipe(Effect.provide(recorder))
        assert.strictEqual(table.written.length, 170_000)
      })
  )

  it.effect("the queue of samples to be recorded holds 64000000 characters", () =>
    Effect.gen(function* () {
      const { recorder, table } = yield* aTable
      yield* Effect.gen(function* () {
        const counters = yield* Counters
        const long = "1".repeat(1_000_000)
        for (let robot = 1; robot < 64; robot++) yield* record(robot, 0, long)
        yield* record(64, 0, `1${long}`)
        assert.strictEqual(counters.samples_unrecorded_queue_full_total, 1)
        yield* record(64, 0, long)
        yield* record(65, 0)
        assert.strictEqual(counters.samples_unrecorded_queue_full_total, 2)
        yield* (yield* HistoryRecorder).flush
        yield* record(65, 0)
        assert.strictEqual(counters.samples_unrecorded_queue_full_total, 2)
      }).pipe(Effect.provide(recorder))
      assert.strictEqual(table.written.length, 65)
    })
  )
})

describe("the memory of recording", () => {
  it.effect("the memory of recording keeps nothing of robots that left, once their samples are written", () =>
    Effect.gen(function* () {
      const { recorder, table } = yield* aTable
      yield* Effect.gen(function* () {
        const { flush } = yield* HistoryRecorder
        const counters = yield* Counters
        const bus = yield* Bus
        const leave = (robot: number) => Effect.flatMap(homeOf(anId(robot) as RobotId), leaves)
        for (let robot = 1; robot <= 1_000; robot++) yield* record(robot, 0)
        yield* flush
        assert.strictEqual(counters.recording_robots, 1_000)
        for (let robot = 1; robot <= 1_000; robot++) {
          yield* record(robot, 2_000)
          yield* leave(robot)
        }
        table.does = "refuse"
        yield* Effect.exit(flush)
        // One that is back at once still keeps its distance to what waits.
        yield* record(1, 2_999)
        table.does = "take"
        yield* flush
        assert.strictEqual(table.written.length, 2_000)
        assert.strictEqual(counters.recording_robots, 1)
        yield* leave(1)
        broadcastNow(bus, { type: "robot_deleted", robotId: anId(1) as RobotId, orgId: anId(1) as OrgId })
        yield* TestClock.adjust("1 second")
        assert.strictEqual(counters.recording_robots, 0)
      }).pipe(Effect.provide(recorder))
    })
  )
})

const Stored = Layer.mergeAll(RecordedSamples.layer, Meters.layer).pipe(
  Layer.provideMerge(history.stores),
  Layer.provideMerge(TestDatabase)
)
const Tight = ceilings({ max_retention_bytes: 100 })

layer(Layer.provideMerge(Layer.provide(RetentionQuota.layer, Tight), Stored), { timeout: "60 seconds" })(
  "the quota of what an org keeps",
  (it) => {
    it.effect("the quota of what an org keeps counts samples from their arrival on, and once they are in blocks", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const quota = yield* RetentionQuota
        const meters = yield* Meters
        const orgId = yield* anOrg
        const robotId = yield* aRobot(orgId)
        const kept = () => meters.read("max_retention_bytes", orgId)
        assert.isNull(quota.admit(orgId, 101))
        assert.strictEqual(quota.admit(orgId, 1), "max_retention_bytes")
        yield* sql`INSERT INTO series ${sql.insert({ robot_id: robotId, org_id: orgId, slug: "log", keep_days: 7, bytes: 200 })}`
        yield* quota.measure
        assert.strictEqual(kept(), 301)
        yield* quota.measure.pipe(Effect.repeat({ times: 3 }))
        // By now what was admitted is in a block.
        assert.strictEqual(kept(), 200)
        assert.strictEqual(quota.admit(orgId, 1), "max_retention_bytes")
        yield* sql`UPDATE series SET bytes = 0 WHERE robot_id = ${robotId}`
        yield* quota.measure
        assert.strictEqual(kept(), 0)
        assert.isNull(quota.admit(orgId, 1))
        yield* sql`UPDATE series SET bytes = 200 WHERE robot_id = ${robotId}`
        yield* quota.measure
        assert.strictEqual(kept(), 201)
        yield* sql`DELETE FROM series WHERE robot_id = ${robotId}`
        yield* quota.measure
        assert.strictEqual(kept(), 1)
      })
    )
  }
)
