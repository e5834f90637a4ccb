import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { findRows } from "../../platform/sql/findRows.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { BlockStore, type Preferred } from "./BlockStore.ts"
import { dayOf } from "./calendar.ts"
import { OldSampleStore } from "./OldSampleStore.ts"
import { PartitionStore } from "./PartitionStore.ts"
import { RowMover } from "./RowMover.ts"
import { Kept } from "./SeriesStore.ts"

export interface Rename {
  readonly orgId: OrgId
  readonly robotId: RobotId
  readonly from: string
  readonly to: string
}

export interface Renamed {
  /** Whether there were samples under the old slug. */
  readonly held: boolean
  /**
   * What the transaction has to do last. If both slugs were recorded, nothing at all can be recorded from here to the
   * commit.
   */
  readonly finish: Effect.Effect<void>
}

const Named = Schema.Struct({ ...Kept.fields, slug: Schema.String, holds: Schema.Boolean })
type Named = typeof Named.Type
const Row = Schema.Struct({ ts: Schema.Finite, json: Schema.String })

/** Names the lock that one merge of two series at a time holds. */
const mergeLock = 721_465_043

/** One statement takes so many rows. */
const rowsAtOnce = 4000

/** Gives the recorded samples of a datapoint another name. */
export class SeriesRenameStore extends Context.Service<
  SeriesRenameStore,
  {
    /**
     * Moves into blocks what both slugs keep as rows, a bit at a time, so that little is left to be done by `rename`. Reads
     * answer the same before and after. Outside a transaction.
     */
    readonly prepare: (rename: Rename) => Effect.Effect<void>
    /** Where both slugs have a sample of the same time, the new one's stays. In the caller's transaction. */
    readonly rename: (rename: Rename) => Effect.Effect<Renamed>
  }
>()("@fleet/server/SeriesRenameStore") {
  static readonly layer = Layer.effect(
    SeriesRenameStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blocks = yield* BlockStore
      const old = yield* OldSampleStore
      const mover = yield* RowMover
      const partitions = yield* PartitionStore
      const transaction = yield* Transaction

      const named = ({ from, orgId, robotId, to }: Rename) => sql`
        SELECT s.id::float8 AS id, s.slug, s.keep_days,
          s.samples > 0 OR EXISTS (SELECT FROM unpacked_samples u WHERE u.series_id = s.id) AS holds
        FROM series s
        WHERE s.robot_id = ${robotId} AND s.org_id = ${orgId} AND s.slug IN (${from}, ${to})
        ORDER BY s.id`
      const find = findRows(Named, named)
      const lock = findRows(Named, (rename: Rename) => sql`${named(rename)} FOR UPDATE OF s`)
      const lockOne = findRows(
        Kept,
        (id: number) => sql`
          SELECT id::float8 AS id, keep_days FROM series WHERE id = ${id}::float8::bigint AND robot_id IS NOT NULL
          FOR NO KEY UPDATE`
      )
      const today = Effect.map(Clock.currentTimeMillis, dayOf)

      /** Answers whether there may be more, and the partitions that are needed before. */
      const prepareSome = (id: number) =>
        transaction.run(
          Effect.gen(function* () {
            const [series] = yield* lockOne(id)
            if (series === undefined) return { more: false, missing: [] }
            if (yield* old.moveSome(id)) return { more: true, missing: [] }
            const { leftAfter, missing } = yield* mover.move([series], Number.MAX_SAFE_INTEGER, yield* today)
            return { more: leftAfter !== null, missing }
          })
        )

      const takeRows = findRows(
        Row,
        (id: number) => sql`
          DELETE FROM samples_hot WHERE series_id = ${id}::float8::bigint AND ts IN (
            SELECT ts FROM samples_hot WHERE series_id = ${id}::float8::bigint ORDER BY ts LIMIT ${rowsAtOnce}::int)
          RETURNING ts, value::text AS json`
      )
      /** The target's own samples replace those of the same time that it has been given. */
      const moveRows = Effect.fnUntraced(function* (id: number, target: Kept, preferred: Preferred) {
        for (;;) {
          const rows = yield* takeRows(id)
          const samples = rows.map(({ json, ts }) => ({ timestampMs: ts, json }))
          if (rows.length > 0)
            yield* blocks.addAnywhere(
              {
                seriesId: target.id,
                keepDays: target.keep_days,
                samples: samples.sort((a, b) => a.timestampMs - b.timestampMs)
              },
              preferred,
              yield* today
            )
          if (rows.length < rowsAtOnce) return
        }
      })

      const merge = Effect.fnUntraced(function* (from: Named, to: Named) {
        // Two at once would each write to the table that the other one locks at its end.
        yield* sql`SELECT pg_advisory_xact_lock(${mergeLock}::bigint)`
        for (const { id } of [from, to]) while (yield* old.moveSome(id));
        if (from.keep_days !== to.keep_days)
          yield* blocks.keepFor({ seriesId: from.id, keepDays: from.keep_days }, to.keep_days, yield* today)
        yield* blocks.give(from.id, { seriesId: to.id, keepDays: to.keep_days }, yield* today)
        const moveAll = Effect.andThen(moveRows(to.id, to, "added"), moveRows(from.id, to, "kept"))
        yield* moveAll
        return Effect.gen(function* () {
          // A sample has to be under one of both names: what came meanwhile is all that is left.
          yield* sql`LOCK TABLE samples_hot IN SHARE ROW EXCLUSIVE MODE`
          yield* moveAll
          yield* sql`DELETE FROM series WHERE id = ${from.id}::float8::bigint`
        }).pipe(Effect.orDie)
      })

      return SeriesRenameStore.of({
        prepare: Effect.fn("SeriesRenameStore.prepare")(function* (rename) {
          const both = yield* find(rename)
          if (both.length < 2) return
          for (const { id } of both) {
            for (;;) {
              const { missing, more } = yield* prepareSome(id)
              yield* partitions.addDropDays(missing)
              if (!more) break
            }
          }
        }),
        rename: Effect.fn("SeriesRenameStore.rename")(function* (rename) {
          const series = yield* lock(rename)
          const from = series.find(({ slug }) => slug === rename.from)
          const to = series.find(({ slug }) => slug === rename.to)
          if (from === undefined) return { held: false, finish: Effect.void }
          if (to !== undefined) return { held: from.holds, finish: yield* merge(from, to) }
          yield* sql`UPDATE series SET slug = ${rename.to} WHERE id = ${from.id}::float8::bigint`
          return { held: from.holds, finish: Effect.void }
        }, Effect.orDie)
      })
    })
  )
}
