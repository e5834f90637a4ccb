import { assert, layer } from "@effect/vitest"
import type { OrgId } from "@fleet/domain/Ids"
import { Retention } from "@fleet/server/plans/Retention"
import historyTables from "@fleet/server/platform/sql/migrations/0042_history"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { history } from "@fleet/server/robots/history/Feature"
import { RobotRecords } from "@fleet/server/robots/stored/RobotRecords"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { TestDatabase } from "../../support/Database.ts"
import { keepSamples, keptRows, keptSamples } from "../../support/keepSamples.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { eventually } from "../jobs/world.ts"

const dayMs = 86_400_000
const today = 1000

/** What runs in the background over an org whose plan keeps samples for so many days, which takes long to find out. */
const upkeep = (orgId: OrgId, days: number, finding: Effect.Effect<void> = Effect.void) =>
  history.background.pipe(
    Layer.provide(history.services),
    Layer.provide(history.stores),
    Layer.provide(RobotRecords.layer),
    Layer.provide(Counters.layer),
    Layer.provide(
      Layer.effect(
        Retention,
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const cutoffs = Effect.gen(function* () {
            yield* finding
            for (let asked = 0; asked < 200; asked++) yield* sql`SELECT 1`
            return [{ orgId, before: new Date((yield* Clock.currentTimeMillis) - days * dayMs) }]
          })
          return Retention.of({
            cutoffs: () => Effect.orDie(cutoffs),
            historyDaysOf: () => days,
            forget: () => Effect.void
          })
        })
      )
    )
  )

layer(TestDatabase, { timeout: "120 seconds" })("the order of the upkeep of recorded samples", (it) => {
  it.effect("a plan that keeps more is followed before samples move into blocks", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(today * dayMs)
      const sql = yield* SqlClient.SqlClient
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* keepSamples({ robotId, orgId, slug: "battery" }, [[(today - 20) * dayMs, "1"]])
      yield* sql`UPDATE series SET keep_days = 7 WHERE robot_id = ${robotId}`
      yield* Layer.build(upkeep(orgId, 30))
      yield* eventually(keptRows(robotId), ({ length }) => length === 0)
      assert.lengthOf(yield* keptSamples(robotId), 1)
    })
  )

  it.effect("the coming hours have partitions, however long what else there is to do takes", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime((today + 3) * dayMs)
      const sql = yield* SqlClient.SqlClient
      yield* Layer.build(upkeep(yield* anOrg, 30, Effect.never))
      const hour = (today + 3) * 24
      const names = sql<{ readonly name: string }>`
        SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'samples_hot'::regclass`
      const added = (from: number) =>
        eventually(names, (rows) =>
          [from, from + 1].every((each) => rows.some(({ name }) => name === `samples_hot_${each}`))
        )
      yield* added(hour)
      yield* TestClock.adjust("1 hour")
      yield* added(hour + 1)
    })
  )

  it.effect("an upgrade keeps the samples of the table of earlier versions as long as the settings say", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(today * dayMs)
      const sql = yield* SqlClient.SqlClient
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* sql`
        INSERT INTO samples (robot_id, org_id, slug, timestamp_ms, value)
        SELECT ${robotId}, ${orgId}, 'battery', (${today}::float8 - n * 40) * ${dayMs}::float8, to_jsonb(n)
        FROM generate_series(1, 12) AS n`
      yield* sql`DROP VIEW unpacked_samples`
      yield* sql`DROP TABLE blocks, samples_hot, series`
      yield* historyTables
      yield* Layer.build(upkeep(orgId, 365))
      yield* eventually(keptRows(robotId), ({ length }) => length === 0)
      assert.lengthOf(yield* keptSamples(robotId), 9)
      const [series] = yield* sql<{ readonly days: number }>`
        SELECT keep_days AS days FROM series WHERE robot_id = ${robotId}`
      assert.strictEqual(series!.days, 365)
    })
  )
})
