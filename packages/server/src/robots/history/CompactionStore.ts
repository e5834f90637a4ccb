import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { findRows } from "../../platform/sql/findRows.ts"
import { numberArray } from "../../platform/sql/values.ts"

/** A row that may be moved now, and the length of its value. */
const WaitingRow = Schema.Struct({ id: Schema.Finite, ts: Schema.Finite, chars: Schema.Int })
export type WaitingRow = typeof WaitingRow.Type
const TakenRow = Schema.Struct({ id: Schema.Finite, ts: Schema.Finite, json: Schema.String })

/** The times of a series between which rows are moved. */
export interface Reach {
  readonly id: number
  readonly fromMs: number
  toMs: number
}

/** The rows of recorded samples, as they leave for blocks. */
export class CompactionStore extends Context.Service<
  CompactionStore,
  {
    /** Some rows of these series from before a time, in order of series and time. */
    readonly waiting: (
      ids: ReadonlyArray<number>,
      beforeMs: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<WaitingRow>>
    /** Deletes rows and answers them, in any order: also such as came meanwhile. */
    readonly take: (reaches: ReadonlyArray<Reach>) => Effect.Effect<ReadonlyArray<typeof TakenRow.Type>>
    /** How many rows there are from before a time. */
    readonly count: (beforeMs: number) => Effect.Effect<number>
  }
>()("@fleet/server/CompactionStore") {
  static readonly layer = Layer.effect(
    CompactionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const waiting = SqlSchema.findAll({
        Request: Schema.Struct({ ids: Schema.Array(Schema.Finite), beforeMs: Schema.Finite, limit: Schema.Int }),
        Result: WaitingRow,
        execute: ({ beforeMs, ids, limit }) => sql`
          SELECT series_id::float8 AS id, ts, octet_length(value::text) AS chars FROM samples_hot
          WHERE series_id = ANY(${numberArray(ids)}::float8[]::bigint[]) AND ts < ${beforeMs}::float8
          ORDER BY series_id, ts LIMIT ${limit}::int`
      })

      const take = findRows(
        TakenRow,
        (reaches: ReadonlyArray<Reach>) => sql`
          DELETE FROM samples_hot h USING unnest(
            ${numberArray(reaches.map(({ id }) => id))}::float8[],
            ${numberArray(reaches.map(({ fromMs }) => fromMs))}::float8[],
            ${numberArray(reaches.map(({ toMs }) => toMs))}::float8[]
          ) AS r (id, from_ms, to_ms)
          WHERE h.series_id = r.id::bigint AND h.ts >= r.from_ms AND h.ts <= r.to_ms
          RETURNING h.series_id::float8 AS id, h.ts, h.value::text AS json`
      )

      const count = SqlSchema.findOne({
        Request: Schema.Finite,
        Result: Schema.Struct({ rows: Schema.Finite }),
        execute: (beforeMs) => sql`SELECT count(*)::float8 AS rows FROM samples_hot WHERE ts < ${beforeMs}::float8`
      })

      return CompactionStore.of({
        waiting: (ids, beforeMs, limit) => Effect.orDie(waiting({ ids, beforeMs, limit })),
        take,
        count: (beforeMs) => Effect.map(Effect.orDie(count(beforeMs)), ({ rows }) => rows)
      })
    })
  )
}
