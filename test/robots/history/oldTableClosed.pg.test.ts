import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { OldSampleStore } from "@fleet/server/robots/history/OldSampleStore"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { RobotRecords } from "@fleet/server/robots/stored/RobotRecords"
import { onPostgres } from "../../support/Database.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { HistoryWorld } from "./world.ts"

const dayMs = 86_400_000
const nowMs = 1000 * dayMs

const World = Layer.provide(HistoryWorld, RobotRecords.layer)

layer(World, { timeout: "120 seconds" })("the table of samples of earlier versions", (it) => {
  const aMonth = (slug: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* TestClock.setTime(nowMs)
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* sql`
        INSERT INTO series (robot_id, org_id, slug, keep_days, old_slug)
        VALUES (${robotId}, ${orgId}, ${slug}, 90, ${slug})`
      yield* sql`
        INSERT INTO samples (robot_id, org_id, slug, timestamp_ms, value)
        SELECT ${robotId}, ${orgId}, ${slug}, ${nowMs}::float8 - n::float8 * 600000, to_jsonb(n) FROM generate_series(1, 4320) AS n`
      const range = { orgId, robotId, slug, fromMs: nowMs - 31 * dayMs, toMs: nowMs, keys: [] }
      return { robotId, read: (yield* RecordedSamples).samples({ ...range, limit: 9000, bytes: 8_000_000 }) }
    })
  const state = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [now] = yield* sql<{ readonly bytes: number; readonly read: boolean }>`
      SELECT pg_table_size('samples')::int AS bytes,
        EXISTS (
          SELECT FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid
          WHERE r.ev_class = 'unpacked_samples'::regclass AND d.refobjid = 'samples'::regclass
        ) AS read`
    return { isEmpty: now!.bytes < 100_000, isRead: now!.read }
  })

  it.effect("the table of samples of earlier versions: it stays while a series of it cannot be moved", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { moveAll } = yield* OldSampleStore
      const held = yield* aMonth("held")
      const before = yield* held.read
      if (onPostgres) {
        // Another process moves a series at this moment.
        const locked = yield* Deferred.make<void>()
        const over = yield* Deferred.make<void>()
        const mover = yield* sql`SELECT FROM series WHERE robot_id = ${held.robotId} FOR UPDATE`.pipe(
          Effect.andThen(Deferred.succeed(locked, undefined)),
          Effect.andThen(Deferred.await(over)),
          sql.withTransaction,
          Effect.forkChild
        )
        yield* Deferred.await(locked)
        yield* moveAll
        assert.deepStrictEqual(yield* state, { isEmpty: false, isRead: true })
        assert.deepStrictEqual(yield* held.read, before)
        yield* Deferred.succeed(over, undefined)
        yield* Fiber.join(mover)

        // A reader that lasts is not waited for, and others do not wait behind the attempt.
        const reading = yield* Deferred.make<void>()
        const read = yield* Deferred.make<void>()
        const reader = yield* sql`SELECT count(*) FROM unpacked_samples`.pipe(
          Effect.andThen(Deferred.succeed(reading, undefined)),
          Effect.andThen(Deferred.await(read)),
          sql.withTransaction,
          Effect.forkChild
        )
        yield* Deferred.await(reading)
        yield* moveAll
        assert.deepStrictEqual(yield* state, { isEmpty: false, isRead: true })
        yield* Deferred.succeed(read, undefined)
        yield* Fiber.join(reader)
      }
      yield* moveAll
      assert.deepStrictEqual(yield* state, { isEmpty: true, isRead: false })
      assert.deepStrictEqual(yield* held.read, before)
      assert.lengthOf(before, 4320)
      // Nothing is left to be done.
      yield* moveAll
      assert.deepStrictEqual(yield* held.read, before)
    })
  )
})
