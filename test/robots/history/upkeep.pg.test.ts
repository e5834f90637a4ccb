import { assert, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { BlockStore } from "@fleet/server/robots/history/BlockStore"
import { Compaction } from "@fleet/server/robots/history/Compaction"
import { OldSampleStore } from "@fleet/server/robots/history/OldSampleStore"
import { PartitionStore } from "@fleet/server/robots/history/PartitionStore"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { SeriesStore } from "@fleet/server/robots/history/SeriesStore"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { anOrg, aRobot } from "../fixtures.ts"
import { setPlan } from "../../plans/planWorld.ts"
import { keepSamples, keptRows, keptSamples } from "../../support/keepSamples.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aPublishedRobot } from "../world.ts"
import { HistoryWorld } from "./world.ts"
import { eventually } from "../jobs/world.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Begun shortly before the end of an hour, of a day to which one can look back. */
const Begun = Layer.unwrap(Effect.as(TestClock.setTime(1000 * dayMs + 54.5 * minuteMs), testApp()))

const partitions = (parent: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly name: string }>`
        SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ${parent}::text::regclass ORDER BY 1`,
      (rows) => rows.map(({ name }) => name)
    )
  )

const seriesOf = (robotId: RobotId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly keep_days: number; readonly samples: number; readonly bytes: number }>`
        SELECT keep_days, samples::int, bytes::int FROM series WHERE robot_id = ${robotId}`,
      ([row]) => row!
    )
  )

layer(Begun, { timeout: "120 seconds" })("the upkeep of recorded samples", (it) => {
  it.effect("rows of closed hours move into blocks and their partitions go, while the API answers the same", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      const nowMs = yield* Clock.currentTimeMillis
      const stamps = [nowMs - 2 * dayMs, nowMs - 1000, nowMs]
      yield* keepSamples(
        { robotId: robot.id, orgId, slug: "battery" },
        stamps.map((stamp, index) => [stamp, String(index)] as const)
      )
      const hour = Math.floor(nowMs / hourMs)
      const hot = partitions("samples_hot")
      assert.sameMembers(yield* eventually(hot, ({ length }) => length === 3), [
        "samples_late",
        `samples_hot_${hour}`,
        `samples_hot_${hour + 1}`
      ])
      const history = Effect.map(
        call("GET", `${at("battery")}/history?from=${nowMs - 3 * dayMs}&to=${nowMs + 1}`, { as: app.user }),
        ({ body }) => body.samples
      )
      const before = yield* history
      assert.lengthOf(before, 3)
      yield* TestClock.adjust("12 minutes")
      const { run } = yield* Compaction
      yield* eventually(Effect.andThen(run, keptRows(robot.id)), ({ length }) => length === 0)
      assert.deepStrictEqual(yield* history, before)
      assert.lengthOf(yield* keptSamples(robot.id), 3)
      assert.strictEqual((yield* seriesOf(robot.id)).samples, 3)
      yield* eventually(Effect.andThen(run, hot), (names) => !names.includes(`samples_hot_${hour}`))
    })
  )

  it.effect("the hourly sweep follows a change of the plan, and deletes what deleted robots recorded", () =>
    Effect.gen(function* () {
      const { orgId, robot } = yield* aPublishedRobot
      const gone = yield* aPublishedRobot
      const sql = yield* SqlClient.SqlClient
      const nowMs = yield* Clock.currentTimeMillis
      yield* keepSamples({ robotId: robot.id, orgId, slug: "battery" }, [
        [nowMs - 20 * dayMs, "1"],
        [nowMs - 2 * dayMs, "2"]
      ])
      yield* keepSamples({ robotId: gone.robot.id, orgId: gone.orgId, slug: "battery" }, [[nowMs - dayMs, "1"]])
      yield* (yield* Compaction).run
      assert.lengthOf(yield* keptSamples(robot.id), 2)
      yield* setPlan(orgId, "basic")
      const [series] = yield* sql<{ id: string }>`SELECT id::text AS id FROM series WHERE robot_id = ${gone.robot.id}`
      assert.strictEqual((yield* call("DELETE", gone.path, { as: gone.owner.token })).status, 204)
      assert.deepStrictEqual(yield* keptSamples(gone.robot.id), [])

      yield* TestClock.adjust("1 hour")
      yield* eventually(seriesOf(robot.id), ({ keep_days }) => keep_days === 7)
      const rows = yield* keptSamples(robot.id)
      assert.deepStrictEqual(rows, [{ slug: "battery", at: nowMs - 2 * dayMs, json: "2" }])
      assert.strictEqual((yield* seriesOf(robot.id)).samples, 1)
      const left = sql`
        SELECT 1 FROM series WHERE id = ${series!.id}::bigint
        UNION ALL SELECT 1 FROM blocks WHERE series_id = ${series!.id}::bigint`
      yield* eventually(left, ({ length }) => length === 0)
    })
  )

  it.effect("no sample is answered that is older than the plan keeps, though it is not dropped yet", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      yield* setPlan(orgId, "basic")
      yield* TestClock.adjust("31 seconds")
      const nowMs = yield* Clock.currentTimeMillis
      const edgeMs = nowMs - 7 * dayMs
      yield* keepSamples({ robotId: robot.id, orgId, slug: "battery" }, [
        [edgeMs - 1, "1"],
        [edgeMs, "2"]
      ])
      const read = call("GET", `${at("battery")}/history?from=0&to=now`, { as: app.user })
      const { body } = yield* eventually(read, ({ body }) => body.samples.length === 1)
      assert.deepStrictEqual(body.samples, [{ timestamp_ms: edgeMs, value: 2 }])
    })
  )
})

layer(HistoryWorld, { timeout: "120 seconds" })("the partitions of blocks", (it) => {
  it.effect("the partitions of blocks go when the last sample that their day may hold is too old", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000 * dayMs)
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* keepSamples({ robotId, orgId, slug: "battery" }, [[998 * dayMs, "1"]])
      yield* (yield* Compaction).run
      const { dropDays } = yield* PartitionStore
      yield* dropDays(998 + 90)
      assert.lengthOf(yield* keptSamples(robotId), 1)
      assert.strictEqual((yield* seriesOf(robotId)).samples, 1)
      yield* dropDays(998 + 91)
      assert.deepStrictEqual(yield* keptSamples(robotId), [])
      assert.deepInclude(yield* seriesOf(robotId), { samples: 0, bytes: 0 })
      assert.deepStrictEqual(yield* partitions("blocks"), [])
    })
  )

  it.effect("samples of the table of earlier versions are read where they are, and move into blocks", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const nowMs = 1000 * dayMs
      yield* TestClock.setTime(nowMs)
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* sql`
        INSERT INTO series (robot_id, org_id, slug, keep_days, old_slug)
        VALUES (${robotId}, ${orgId}, 'battery', 90, 'former')`
      yield* sql`
        INSERT INTO samples (robot_id, org_id, slug, timestamp_ms, value)
        SELECT ${robotId}, ${orgId}, 'former', ${nowMs}::float8 - n * 60000, to_jsonb(n) FROM generate_series(1, 5000) AS n`
      const range = { orgId, robotId, slug: "battery", fromMs: nowMs - 4 * dayMs, toMs: nowMs, keys: [] }
      const read = (yield* RecordedSamples).samples({ ...range, limit: 9000, bytes: 8_000_000 })
      const before = yield* read
      assert.lengthOf(before, 5000)
      yield* (yield* OldSampleStore).moveAll
      assert.deepStrictEqual(yield* read, before)
      assert.lengthOf(yield* sql`SELECT 1 FROM samples`, 0)
      assert.deepStrictEqual(yield* keptRows(robotId), [])
      assert.deepInclude(yield* seriesOf(robotId), { samples: 5000 })
    })
  )

  it.effect("blocks are kept longer from the moment on that their org's plan says so", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000 * dayMs)
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const sql = yield* SqlClient.SqlClient
      yield* keepSamples({ robotId, orgId, slug: "battery" }, [[994 * dayMs, "1"]])
      yield* sql`UPDATE series SET keep_days = 7 WHERE robot_id = ${robotId}`
      yield* (yield* Compaction).run
      const series = yield* SeriesStore
      const blocks = yield* BlockStore
      const follow = series.adjustKeepDays([{ orgId, days: 30 }], ({ id, keep_days }, days) =>
        blocks.keepFor({ seriesId: id, keepDays: keep_days }, days, 1000)
      )
      const transaction = yield* Transaction
      assert.deepStrictEqual([yield* transaction.run(follow), yield* transaction.run(follow)], [1, 0])
      const { dropDays } = yield* PartitionStore
      yield* dropDays(994 + 30)
      assert.lengthOf(yield* keptSamples(robotId), 1)
      yield* dropDays(994 + 31)
      assert.lengthOf(yield* keptSamples(robotId), 0)
    })
  )
})
