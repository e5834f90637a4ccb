import { assert, describe, it } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Meters } from "@fleet/server/org/Meters"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { HistoryHealth } from "@fleet/server/robots/datapoints/HistoryHealth"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { connectedHome, datapoints, say } from "../../support/homes.ts"
import { ceilings } from "../../support/quotas.ts"
import { SevenDays } from "../fixtures.ts"

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`
const orgOf = (number: number) => OrgId.make(id(number))

/** A recorder over a table in which samples of some orgs take a while, and what consoles are told. */
const aTable = () => {
  /** Seconds that a write takes that holds a sample of the org. */
  const seconds = new Map<OrgId, number>()
  const written = new Map<OrgId, number>()
  const writes: Array<number> = []
  const told: Array<readonly [OrgId, string, string | null]> = []
  const store = Layer.mock(RecordedSamples, {
    write: (candidates) =>
      Effect.gen(function* () {
        const orgs = new Set(candidates.map(({ orgId }) => orgId))
        writes.push(orgs.size)
        const slowest = Math.max(0, ...[...orgs].map((org) => seconds.get(org) ?? 0))
        if (slowest === Infinity) return yield* Effect.never
        if (slowest > 0) yield* Effect.sleep(slowest * 1_000)
        for (const { orgId } of candidates) written.set(orgId, (written.get(orgId) ?? 0) + 1)
        return []
      })
  })
  const health = Layer.mock(HealthReports, {
    observe: ({ orgId, reason, state }) => void told.push([orgId, state, reason]),
    size: () => 0
  })
  const recorder = HistoryRecorder.layer.pipe(
    Layer.provide([HistoryHealth.layer, RetentionQuota.layer]),
    Layer.provideMerge(RobotHomes.layer),
    Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer)),
    Layer.provide([Meters.layer, health, store, ceilings({ max_retention_writes_per_minute: Infinity }), SevenDays])
  )
  return { recorder, seconds, told, writes, writtenOf: (org: number) => written.get(orgOf(org)) ?? 0 }
}

/** Each of some orgs has one robot, which says something now. */
const sayAll = (orgs: number, timestampMs: number) =>
  Effect.forEach(Array(orgs).keys(), (org) =>
    Effect.map(connectedHome(RobotId.make(id(org)), datapoints("battery"), orgOf(org)), (home) =>
      say(home, "battery", "1", timestampMs)
    )
  )

/** A second passes after another, in which every org says something. */
const live = Effect.fnUntraced(function* (orgs: number, fromSecond: number, seconds: number) {
  for (let second = fromSecond; second < fromSecond + seconds; second++) {
    yield* sayAll(orgs, second * 1_000)
    yield* TestClock.adjust("1 second")
  }
})

describe("an org whose samples take long to be written", () => {
  it.effect("an org whose samples take long: others' wait for at most 10 s, and are not late after that", () => {
    const { recorder, seconds, told, writtenOf } = aTable()
    return Effect.gen(function* () {
      seconds.set(orgOf(7), Infinity)
      const counters = yield* Counters
      yield* live(100, 0, 10)
      for (let org = 0; org < 100; org++) if (org !== 7) assert.isAtLeast(writtenOf(org), 1, `${org}`)
      yield* live(100, 10, 20)
      for (let org = 0; org < 100; org++) if (org !== 7) assert.isAtLeast(writtenOf(org), 28, `${org}`)
      assert.strictEqual(writtenOf(7), 0)
      assert.deepStrictEqual([...new Set(told.map(([org]) => org))], [orgOf(7)])
      assert.match(
        told[0]!.join(" "),
        / failed delayed: 11 samples wait, the oldest for 1[01] s; 0 are recorded a second$/
      )
      assert.isAtLeast(counters.recording_oldest_seconds, 28)
      assert.strictEqual(counters.recording_samples_waiting, 30)
      assert.isAtLeast(counters.samples_recorded_per_second, 98)

      // Once it is quick again, nothing of it is missing, and its health recovers.
      seconds.clear()
      yield* live(100, 30, 20)
      assert.isAtLeast(writtenOf(7), 48)
      assert.deepStrictEqual(told.at(-1), [orgOf(7), "ok", null])
      assert.isAtMost(counters.recording_oldest_seconds, 1)
      const { length } = told
      yield* live(100, 50, 5)
      assert.lengthOf(told, length)
    }).pipe(Effect.provide(recorder))
  })

  it.effect(
    "an org whose samples take long: one that takes 5 s each time is recorded by itself, without losses",
    () => {
      const { recorder, seconds, writes, writtenOf } = aTable()
      return Effect.gen(function* () {
        seconds.set(orgOf(3), 5)
        yield* live(20, 0, 40)
        assert.isAtLeast(writtenOf(3), 30)
        assert.isAtLeast(writtenOf(4), 38)
        // It was found in one search; after that no write of others waits for it.
        assert.isAtMost(writes.slice(-20).filter((orgs) => orgs === 20).length, 0)
        assert.isAtLeast(writes.slice(-20).filter((orgs) => orgs === 19).length, 10)
        // Nothing moves the clock on while the recorder stops.
        seconds.clear()
      }).pipe(Effect.provide(recorder))
    }
  )

  it.effect("an org whose samples take long: at the end others' samples are written, and it keeps none waiting", () => {
    const { recorder, seconds, writtenOf } = aTable()
    return Effect.gen(function* () {
      seconds.set(orgOf(1), Infinity)
      const stopped = yield* Effect.forkChild(Effect.provide(sayAll(10, 0), recorder))
      yield* TestClock.adjust("10 seconds")
      assert.isTrue(stopped.pollUnsafe() !== undefined)
      for (let org = 0; org < 10; org++) assert.strictEqual(writtenOf(org), org === 1 ? 0 : 1)
    })
  })
})
