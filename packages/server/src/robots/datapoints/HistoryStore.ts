import type { HistoryAggregate } from "@fleet/domain/Datapoints"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** One series, a half-open range of capture times, and the keys on the way to the part of the value that is asked for. */
const Range = Schema.Struct({
  robotId: RobotId,
  orgId: OrgId,
  slug: Schema.String,
  fromMs: Schema.Finite,
  toMs: Schema.Finite,
  keys: Schema.Array(Schema.String)
})
export type Range = typeof Range.Type

/** Bytes of a sample in the answer beside its value. */
const besideValue = `{"timestamp_ms":8640000000000000,"value":},`.length

const Page = Schema.Struct({ ...Range.fields, limit: Schema.Int, bytes: Schema.Int })

/** `json` is null where the value has no such part. */
const Sample = Schema.Struct({
  timestamp_ms: Schema.Finite,
  json: Schema.NullOr(Schema.String),
  fits: Schema.Boolean
})
export type Sample = typeof Sample.Type

const Windows = Schema.Struct({ ...Range.fields, windowMs: Schema.Int, bytes: Schema.Int })
const Bucket = Schema.Struct({
  start_ms: Schema.Finite,
  rows: Schema.Int,
  odd: Schema.Int,
  json: Schema.NullOr(Schema.String),
  fits: Schema.Boolean
})
export type Bucket = typeof Bucket.Type

/** The samples table, as it is read. */
export class HistoryStore extends Context.Service<
  HistoryStore,
  {
    /** Oldest first: at most one more than `limit`, and up to the first that exceeds `bytes`, which does not `fit`. */
    readonly samples: (page: typeof Page.Type) => Effect.Effect<ReadonlyArray<Sample>>
    /**
     * The buckets that hold samples, oldest first. `odd` counts those that are neither number nor null; `json` is the
     * aggregate, null where nothing can be aggregated. None `fits` where all of them together exceed `bytes`.
     */
    readonly buckets: (windows: typeof Windows.Type, agg: HistoryAggregate) => Effect.Effect<ReadonlyArray<Bucket>>
  }
>()("@fleet/server/HistoryStore") {
  static readonly layer = Layer.effect(
    HistoryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const series = ({ fromMs, keys, orgId, robotId, slug, toMs }: typeof Range.Encoded) => {
        const part = keys.length === 0 ? sql`value` : sql`value #> ${[...keys]}::text[]`
        return sql`
          SELECT timestamp_ms, ${part} AS part FROM samples
          WHERE robot_id = ${robotId} AND org_id = ${orgId} AND slug = ${slug}
            AND timestamp_ms >= ${fromMs}::float8 AND timestamp_ms < ${toMs}::float8`
      }

      const samples = SqlSchema.findAll({
        Request: Page,
        Result: Sample,
        // The sum runs over the rows of the page only, and rows past the first that does not fit never leave the database.
        execute: ({ bytes, limit, ...range }) => sql`
          WITH page AS (${series(range)} ORDER BY timestamp_ms LIMIT ${limit + 1}),
            texts AS (SELECT timestamp_ms, part::text AS json FROM page),
            sums AS (
              SELECT timestamp_ms, json, sum(own) OVER (ORDER BY timestamp_ms) AS total, own
              FROM (SELECT *, coalesce(octet_length(json), 4) + ${besideValue}::int AS own FROM texts) AS sized
            )
          SELECT timestamp_ms, CASE WHEN total <= ${bytes} THEN json END AS json, total <= ${bytes} AS fits
          FROM sums WHERE total - own <= ${bytes} ORDER BY timestamp_ms`
      })

      const aggregates: Record<HistoryAggregate, ReturnType<typeof sql.literal>> = {
        avg: sql.literal("to_jsonb(avg(number))::text"),
        min: sql.literal("to_jsonb(min(number))::text"),
        max: sql.literal("to_jsonb(max(number))::text"),
        last: sql.literal("(array_agg(part ORDER BY timestamp_ms DESC))[1]::text"),
        count: sql.literal("count(*)::text")
      }
      const buckets = (agg: HistoryAggregate) =>
        SqlSchema.findAll({
          Request: Windows,
          Result: Bucket,
          execute: ({ bytes, windowMs, ...range }) => sql`
            WITH typed AS (
              SELECT timestamp_ms, part, jsonb_typeof(part) AS kind,
                CASE WHEN jsonb_typeof(part) = 'number' THEN (part #>> '{}')::float8 END AS number
              FROM (${series(range)}) AS parts
            ), buckets AS (
              SELECT floor(timestamp_ms / ${windowMs}::float8) * ${windowMs}::float8 AS start_ms,
                count(*)::int AS rows,
                count(*) FILTER (WHERE kind NOT IN ('number', 'null'))::int AS odd,
                ${aggregates[agg]} AS json
              FROM typed GROUP BY 1
            ), sums AS (
              SELECT *, coalesce(sum(octet_length(json)) OVER (), 0) <= ${bytes} AS fits FROM buckets
            )
          SELECT start_ms, rows, odd, fits, CASE WHEN fits THEN json END AS json FROM sums ORDER BY start_ms`
        })

      return HistoryStore.of({
        samples: (page) => Effect.orDie(samples(page)),
        buckets: (windows, agg) => Effect.orDie(buckets(agg)(windows))
      })
    })
  )
}
