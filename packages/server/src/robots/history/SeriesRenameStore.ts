import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { BlockStore } from "./BlockStore.ts"
import { dayOf } from "./calendar.ts"
import { OldSampleStore } from "./OldSampleStore.ts"

export interface Rename {
  readonly orgId: OrgId
  readonly robotId: RobotId
  readonly from: string
  readonly to: string
}

const Named = Schema.Struct({ id: Schema.Finite, slug: Schema.String, keep_days: Schema.Int, holds: Schema.Boolean })
type Named = typeof Named.Type
const Row = Schema.Struct({ ts: Schema.Finite, json: Schema.String })

/** Gives the recorded samples of a datapoint another name. */
export class SeriesRenameStore extends Context.Service<
  SeriesRenameStore,
  {
    /**
     * Whether there were samples under the old slug. Where both slugs have one of the same time, the new one's stays. In
     * the caller's transaction.
     */
    readonly rename: (rename: Rename) => Effect.Effect<boolean>
  }
>()("@fleet/server/SeriesRenameStore") {
  static readonly layer = Layer.effect(
    SeriesRenameStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blocks = yield* BlockStore
      const old = yield* OldSampleStore

      const lock = SqlSchema.findAll({
        Request: Schema.Any as Schema.Codec<Rename>,
        Result: Named,
        execute: ({ from, orgId, robotId, to }) => sql`
          SELECT s.id::float8 AS id, s.slug, s.keep_days,
            s.samples > 0 OR EXISTS (SELECT FROM unpacked_samples u WHERE u.series_id = s.id) AS holds
          FROM series s
          WHERE s.robot_id = ${robotId} AND s.org_id = ${orgId} AND s.slug IN (${from}, ${to})
          ORDER BY s.id FOR UPDATE OF s`
      })

      const takeRows = SqlSchema.findAll({
        Request: Schema.Finite,
        Result: Row,
        execute: (id) => sql`
          DELETE FROM samples_hot WHERE series_id = ${id}::float8::bigint RETURNING ts, value::text AS json`
      })
      const rowsOf = (id: number) =>
        Effect.map(takeRows(id), (rows) =>
          rows.map(({ json, ts }) => ({ timestampMs: ts, json })).sort((a, b) => a.timestampMs - b.timestampMs)
        )

      const merge = Effect.fnUntraced(function* (from: Named, to: Named) {
        const today = dayOf(yield* Clock.currentTimeMillis)
        const target = { seriesId: to.id, keepDays: to.keep_days }
        yield* old.moveSeries(from.id)
        yield* old.moveSeries(to.id)
        if (from.keep_days !== to.keep_days)
          yield* blocks.keepFor({ seriesId: from.id, keepDays: from.keep_days }, to.keep_days, today)
        yield* blocks.give(from.id, target, today)
        // Nothing is written under either name until the end: a sample has to be in one of them.
        yield* sql`LOCK TABLE samples_hot IN SHARE ROW EXCLUSIVE MODE`
        yield* blocks.addAnywhere({ ...target, samples: yield* rowsOf(to.id) }, "added", today)
        yield* blocks.addAnywhere({ ...target, samples: yield* rowsOf(from.id) }, "kept", today)
        yield* sql`DELETE FROM series WHERE id = ${from.id}::float8::bigint`
      })

      return SeriesRenameStore.of({
        rename: Effect.fn("SeriesRenameStore.rename")(function* (rename) {
          const series = yield* lock(rename)
          const from = series.find(({ slug }) => slug === rename.from)
          const to = series.find(({ slug }) => slug === rename.to)
          if (from === undefined) return false
          if (to === undefined) yield* sql`UPDATE series SET slug = ${rename.to} WHERE id = ${from.id}::float8::bigint`
          else yield* merge(from, to)
          return from.holds
        }, Effect.orDie)
      })
    })
  )
}
