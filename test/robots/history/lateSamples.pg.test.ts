import { assert, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { Compaction } from "@fleet/server/robots/history/Compaction"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { keepSamples, keptSamples } from "../../support/keepSamples.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { aRecorder, aRun, HistoryWorld } from "./world.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const startMs = 998 * dayMs

const blocksOf = (robotId: RobotId) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly from: number; readonly to: number; readonly written: string; readonly place: string }>`
      SELECT b.from_ts AS "from", b.to_ts AS "to", b.xmin::text AS written, b.ctid::text AS place
      FROM series s JOIN blocks b ON b.series_id = s.id WHERE s.robot_id = ${robotId} ORDER BY b.from_ts`
  )

layer(HistoryWorld, { timeout: "120 seconds" })("late samples", (it) => {
  it.effect("only the blocks of the hours of late samples are written anew, and blocks never overlap", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000 * dayMs)
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const series = { robotId, orgId, slug: "battery" }
      const { run } = yield* Compaction
      const dense = [2, 3, 12, 20].flatMap((hour) => aRun(startMs + hour * hourMs, 400, 1000))
      yield* keepSamples(
        series,
        dense.map(({ json, timestampMs }) => [timestampMs, json])
      )
      yield* run
      const before = yield* blocksOf(robotId)
      assert.lengthOf(before, 4)
      const late = [0, 2, 8, 16, 23].map((hour) => startMs + (hour + 0.5) * hourMs)
      yield* keepSamples(
        series,
        late.map((at) => [at, "1"] as const)
      )
      yield* run
      const after = yield* blocksOf(robotId)
      for (const hour of [3, 12, 20]) {
        const kept = before.find(({ from }) => from === startMs + hour * hourMs)!
        assert.deepInclude(after, kept)
      }
      for (const [at, { from }] of after.entries()) if (at > 0) assert.isAbove(from, after[at - 1]!.to)
      assert.deepStrictEqual(
        (yield* keptSamples(robotId)).map(({ at }) => at),
        [...dense.map(({ timestampMs }) => timestampMs), ...late].toSorted((a, b) => a - b)
      )
    })
  )

  it.effect("one transaction writes the blocks of a hundred hours, however few samples are late in each", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000 * dayMs)
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const robotSlugs = ["a", "b", "c", "d"]
      for (const slug of robotSlugs)
        yield* keepSamples(
          { robotId, orgId, slug },
          Array.from({ length: 60 }, (_, day) => [startMs - day * dayMs, "1"] as const)
        )
      yield* (yield* Compaction).run
      const written = Map.groupBy(yield* blocksOf(robotId), ({ written }) => written)
      assert.deepStrictEqual([...written.values()].map(({ length }) => length).toSorted(), [100, 100, 40])
    })
  )

  it.effect("two late samples of a day are each compared with the kept sample next to it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000 * dayMs)
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const kept = [0, 6, 12, 23].flatMap((hour) => aRun(startMs + hour * hourMs, 400, 1000))
      yield* keepSamples(
        { robotId, orgId, slug: "battery" },
        kept.map(({ json, timestampMs }) => [timestampMs, json])
      )
      yield* (yield* Compaction).run
      const edges = [0, 6, 12, 23].flatMap((hour) =>
        [-1000, -999, 399_500, 399_999, 400_000].map((ms) => hour * hourMs + ms)
      )
      const late = edges.map((ms) => ({ timestampMs: startMs + ms, json: "7777" }))
      for (const one of late) yield* aRecorder(orgId, robotId, 90).record("battery", 1000, [one])
      const added = (yield* keptSamples(robotId)).filter(({ json }) => json === "7777").map(({ at }) => at - startMs)
      assert.deepStrictEqual(
        added,
        [0, 6, 12, 23].flatMap((hour) => [-1000, 400_000].map((ms) => hour * hourMs + ms))
      )
      const other = yield* aRobot(orgId)
      yield* keepSamples(
        { robotId: other, orgId, slug: "battery" },
        kept.map(({ json, timestampMs }) => [timestampMs, json])
      )
      yield* (yield* Compaction).run
      const apart = [0, 6, 12, 23].flatMap((hour) => [-1000, 399_500].map((ms) => hour * hourMs + ms))
      yield* aRecorder(orgId, other, 90).record(
        "battery",
        1000,
        apart.map((ms) => ({ timestampMs: startMs + ms, json: "7777" }))
      )
      const together = (yield* keptSamples(other)).filter(({ json }) => json === "7777").map(({ at }) => at - startMs)
      assert.deepStrictEqual(
        together,
        [0, 6, 12, 23].map((hour) => hour * hourMs - 1000)
      )
    })
  )
})
