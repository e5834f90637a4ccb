import type { HistoryAggregate } from "@fleet/domain/Datapoints"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeWorkerProcess } from "../../platform/process/WorkerProcess.ts"
import { numberArray } from "../../platform/sql/values.ts"
import { makeFairSlots } from "../../platform/sql/makeFairSlots.ts"
import { nameOfPublished } from "../stored/slugNamesSql.ts"
import { decodeBody } from "./blockBody.ts"
import { aggregateOf, type Bucket, Buckets, startOf } from "./Buckets.ts"
import { dayMs } from "./calendar.ts"
import { decodeBuckets, type Decoding } from "./decodeBuckets.ts"
import { besideValue, Page, type PageSample, Range, Windows, type WindowValue } from "./historyRequests.ts"
import { valuePart } from "./valuePart.ts"

/** Characters of JSON that one statement brings to be decoded, or so many blocks; and what is decoded in this process. */
const most = { characters: 8_000_000, blocks: 4, here: 100_000 }

/** A block, with its body where it must be decoded; or a row that is in no block yet. */
const PageRow = Schema.Struct({
  ts: Schema.Finite,
  json: Schema.NullOr(Schema.String),
  body: Schema.NullOr(Schema.Uint8Array),
  fits: Schema.Boolean,
  block: Schema.Boolean
})
type PageRow = typeof PageRow.Type

/** Postgres fails where a sum is out of range. From a size on, numbers are summed up in a unit in which none is. */
const huge = { from: 1e290, unit: 2 ** 64 }

/** A block, or the rows of one window that are in no block yet. */
const WindowRow = Schema.Struct({
  block: Schema.Boolean,
  start_ms: Schema.Finite,
  last_ms: Schema.Finite,
  count: Schema.Int,
  numbers: Schema.Int,
  odd: Schema.Int,
  /** Of a block, not finite where it is out of range. */
  sum: Schema.NullOr(Schema.Number),
  /** What very large numbers of rows add to the sum, in units of `huge.unit`. */
  huge_sum: Schema.NullOr(Schema.Finite),
  min: Schema.NullOr(Schema.Finite),
  max: Schema.NullOr(Schema.Finite),
  last: Schema.NullOr(Schema.String),
  inside: Schema.Boolean,
  chars: Schema.Finite,
  total: Schema.Finite,
  body: Schema.NullOr(Schema.Uint8Array)
})
type WindowRow = typeof WindowRow.Type

/** What the process that decodes is asked at a time: one that it works out, and the next. Others wait by turns of orgs. */
const decodedAtOnce = 2

/** Recorded samples, as they are read. */
export class HistoryStore extends Context.Service<
  HistoryStore,
  {
    /** Which series a slug names now; null where nothing was ever recorded under it. */
    readonly seriesOf: (series: Pick<Range, "orgId" | "robotId" | "slug">) => Effect.Effect<number | null>
    /** Oldest first: at most one more than `limit`, and up to the first that exceeds `bytes`, which does not `fit`. */
    readonly samples: (page: Page) => Effect.Effect<ReadonlyArray<PageSample>>
    /**
     * The buckets that hold samples, oldest first. `odd` counts those that are neither number nor null; `json` is the
     * aggregate, null where nothing can be aggregated. Null instead of them where they exceed `bytes` together.
     */
    readonly buckets: (windows: Windows, agg: HistoryAggregate) => Effect.Effect<ReadonlyArray<WindowValue> | null>
  }
>()("@fleet/server/HistoryStore") {
  static readonly layer = Layer.effect(
    HistoryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const askProcess = yield* makeWorkerProcess<Decoding, ReadonlyArray<Bucket>>(
        new URL("./decodeProcess.ts", import.meta.url)
      )
      const withSlot = makeFairSlots(decodedAtOnce)

      // Samples move from rows to blocks at any time, so that one statement reads both.
      const parts = ({ fromMs, keys, orgId, robotId, slug, toMs }: typeof Range.Encoded) => {
        const part = keys.length === 0 ? sql`u.value` : sql`u.value #> ${[...keys]}::text[]`
        return sql`
          own AS (
            SELECT id, keep_days FROM series WHERE robot_id = ${robotId} AND org_id = ${orgId}
              AND slug = ${nameOfPublished(sql, robotId, slug)}
          ), held AS (
            SELECT b.* FROM own JOIN blocks b ON b.series_id = own.id
              AND b.drop_day >= floor(${fromMs}::float8 / ${dayMs}::float8)::int + own.keep_days + 1
              AND b.drop_day <= floor(${toMs}::float8 / ${dayMs}::float8)::int + own.keep_days + 1
              AND b.to_ts >= ${fromMs}::float8 AND b.from_ts < ${toMs}::float8
          ), loose AS (
            SELECT u.ts, ${part} AS part FROM own JOIN unpacked_samples u ON u.series_id = own.id
            WHERE u.ts >= ${fromMs}::float8 AND u.ts < ${toMs}::float8
          )`
      }

      const pageRows = SqlSchema.findAll({
        Request: Page,
        Result: PageRow,
        // Of the blocks, those that hold the page: what comes before a block's own samples is more than nothing of it.
        execute: ({ bytes, limit, ...range }) => sql`
          WITH ${parts(range)}, page AS (
            SELECT ts, part::text AS json FROM (SELECT * FROM loose ORDER BY ts LIMIT ${limit + 1}) AS first
          ), sums AS (
            SELECT ts, json, sum(own) OVER (ORDER BY ts) AS total, own
            FROM (SELECT *, coalesce(octet_length(json), 4) + ${besideValue}::int AS own FROM page) AS sized
          ), counted AS (
            SELECT from_ts, body,
              sum(CASE WHEN from_ts >= ${range.fromMs}::float8 THEN n ELSE 0 END) OVER before AS count_before,
              sum(CASE WHEN from_ts >= ${range.fromMs}::float8 THEN chars ELSE 0 END) OVER before AS chars_before,
              row_number() OVER (ORDER BY from_ts) AS number
            FROM held
            WINDOW before AS (ORDER BY from_ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
          ), needed AS (
            SELECT *, number <= 2 OR count_before <= ${limit}::int AND chars_before <= ${bytes}::int AS need FROM counted
          )
          SELECT ts, CASE WHEN total <= ${bytes} THEN json END AS json, NULL::bytea AS body,
            total <= ${bytes} AS fits, false AS block
          FROM sums WHERE total - own <= ${bytes}
          UNION ALL
          SELECT from_ts, NULL, CASE WHEN need THEN body END, true, true FROM needed
          WHERE need OR number = (SELECT max(number) + 1 FROM needed WHERE need)`
      })

      const aggregated = {
        numbers: sql.literal("count(number)::int"),
        sum: sql`sum(number) FILTER (WHERE abs(number) < ${huge.from}::float8)`,
        hugeSum: sql`sum(number / ${huge.unit}::float8) FILTER (WHERE abs(number) >= ${huge.from}::float8)`,
        last: sql.literal("(array_agg(part ORDER BY ts DESC))[1]::text")
      }
      const windowRows = (agg: HistoryAggregate) =>
        SqlSchema.findAll({
          Request: Windows,
          Result: WindowRow,
          execute: ({ bytes, startsMs, windowMs, ...range }) => {
            const starts = startsMs === null ? null : sql`${numberArray(startsMs)}::float8[]`
            const startOf = (ts: string) =>
              starts === null
                ? sql`floor(${sql.literal(ts)} / ${windowMs}::float8) * ${windowMs}::float8`
                : sql`(${starts})[width_bucket(${sql.literal(ts)}, ${starts})]`
            const last = agg === "last" ? aggregated.last : sql.literal("NULL::text")
            const [sum, hugeSum] =
              agg === "avg"
                ? [aggregated.sum, aggregated.hugeSum]
                : [sql.literal("NULL::float8"), sql.literal("NULL::float8")]
            return sql`
              WITH ${parts(range)}, typed AS (
                SELECT ts, part, jsonb_typeof(part) AS kind,
                  CASE WHEN jsonb_typeof(part) = 'number' THEN (part #>> '{}')::float8 END AS number
                FROM loose
              ), buckets AS (
                SELECT ${startOf("ts")} AS start_ms, max(ts) AS last_ms, count(*)::int AS count,
                  ${aggregated.numbers} AS numbers,
                  count(*) FILTER (WHERE kind NOT IN ('number', 'null'))::int AS odd,
                  ${sum} AS sum, ${hugeSum} AS huge_sum, min(number) AS min, max(number) AS max, ${last} AS last
                FROM typed GROUP BY 1
              ), sized AS (
                SELECT *, coalesce(sum(octet_length(last)) OVER (), 0) > ${bytes} AS long FROM buckets
              ), headers AS (
                SELECT *, ${range.keys.length === 0}::boolean AND from_ts >= ${range.fromMs}::float8
                  AND to_ts < ${range.toMs}::float8 AND ${startOf("from_ts")} = ${startOf("to_ts")}
                  AND ${agg === "last" ? sql`last IS NOT NULL` : sql`true`} AS inside
                FROM held
              ), totals AS (
                SELECT *, coalesce(sum(CASE WHEN inside THEN 0 ELSE chars END) OVER (), 0) AS total,
                  count(*) FILTER (WHERE NOT inside) OVER () AS outside
                FROM headers
              )
              SELECT true AS block, from_ts AS start_ms, to_ts AS last_ms, n AS count, numbers, odd, sum,
                NULL::float8 AS huge_sum, min, max,
                CASE WHEN inside THEN last END AS last, inside, chars::float8 AS chars,
                CASE WHEN outside > ${most.blocks}::int THEN total ELSE 0 END::float8 AS total,
                CASE WHEN NOT inside AND (outside <= ${most.blocks}::int OR total <= ${most.characters}::int) THEN body END AS body
              FROM totals
              UNION ALL
              SELECT false, start_ms, last_ms, count, numbers, odd, sum, huge_sum, min, max,
                CASE WHEN NOT long THEN last END, true, CASE WHEN long THEN 1 ELSE 0 END, 0, NULL
              FROM sized ORDER BY 2`
          }
        })

      const decoded = (
        bodies: ReadonlyArray<Uint8Array>,
        characters: number,
        { fromMs, keys, orgId, startsMs, toMs, windowMs }: Windows
      ) => {
        if (bodies.length === 0) return Effect.succeed([])
        const decoding = { bodies, windows: { fromMs, toMs, windowMs, startsMs, keys } }
        return characters <= most.here
          ? Effect.sync(() => decodeBuckets(decoding))
          : withSlot("foreground", orgId)(askProcess(decoding))
      }

      /** Fills the buckets of a range; false where the values are too long for one answer. */
      const fill = (into: Buckets, windows: Windows, agg: HistoryAggregate): Effect.Effect<boolean> =>
        Effect.gen(function* () {
          const rows = yield* Effect.orDie(windowRows(agg)(windows))
          if (rows.some(({ block, chars }) => !block && chars > 0)) return false
          if ((rows.find(({ block }) => block)?.total ?? 0) > most.characters) {
            const middleMs = middleOf(rows, windows)
            return (
              (yield* fill(into, { ...windows, toMs: middleMs }, agg)) &&
              (yield* fill(into, { ...windows, fromMs: middleMs }, agg))
            )
          }
          const bodies = rows.flatMap(({ body }) => (body === null ? [] : [body]))
          const characters = rows.reduce((sum, { block, chars, inside }) => sum + (block && !inside ? chars : 0), 0)
          for (const bucket of yield* decoded(bodies, characters, windows)) into.add(bucket)
          for (const row of rows) if (row.inside) into.add(bucketOf(row, windows))
          return agg !== "last" || lengthOf(into.inOrder) <= windows.bytes
        })

      return HistoryStore.of({
        seriesOf: ({ orgId, robotId, slug }) =>
          sql<{ readonly id: number }>`
            SELECT id::float8 AS id FROM series
            WHERE robot_id = ${robotId} AND org_id = ${orgId} AND slug = ${nameOfPublished(sql, robotId, slug)}`.pipe(
            Effect.map(([row]) => row?.id ?? null),
            Effect.orDie
          ),
        samples: Effect.fnUntraced(function* (asked) {
          const samples: Array<PageSample> = []
          for (let rest = asked; ;) {
            const page = pageOf(yield* Effect.orDie(pageRows(rest)), rest)
            for (const sample of page.samples) samples.push(sample)
            if (page.done) return samples
            rest = { ...asked, fromMs: page.endMs, limit: asked.limit - samples.length, bytes: page.bytes }
          }
        }),
        buckets: Effect.fnUntraced(function* (windows, agg) {
          const buckets = new Buckets()
          if (!(yield* fill(buckets, windows, agg))) return null
          return buckets.inOrder.map((bucket) => ({
            start_ms: bucket.startMs,
            rows: bucket.count,
            odd: bucket.odd,
            json: aggregateOf(agg, bucket)
          }))
        })
      })
    })
  )
}

const lengthOf = (buckets: ReadonlyArray<Bucket>) =>
  buckets.reduce((sum, { last }) => sum + (last === null ? 0 : Buffer.byteLength(last)), 0)

/** Where a range is split that has more to decode than one statement brings: between two of its blocks. */
const middleOf = (rows: ReadonlyArray<WindowRow>, { fromMs, toMs }: Windows) => {
  const starts = rows.filter(({ block, inside }) => block && !inside).map(({ start_ms }) => start_ms)
  const middleMs = starts[starts.length >> 1]!
  return middleMs > fromMs ? middleMs : Math.floor((fromMs + toMs) / 2)
}

const bucketOf = (
  { count, huge_sum, last, last_ms, max, min, numbers, odd, start_ms, sum }: WindowRow,
  windows: Windows
): Bucket => ({
  startMs: startOf(start_ms, windows),
  count,
  numbers,
  odd,
  sum: (sum ?? 0) + (huge_sum ?? 0) * huge.unit,
  min: min ?? Infinity,
  max: max ?? -Infinity,
  lastMs: last_ms,
  last
})

/** What one statement brings of a page, and up to where; `done` where nothing of the rest belongs to it. */
const pageOf = (rows: ReadonlyArray<PageRow>, { bytes, fromMs, keys, limit, toMs }: Page) => {
  // Of a block that was not brought, and of those after it, no sample is known.
  const endMs = rows.reduce((end, { block, body, ts }) => (block && body === null ? Math.min(end, ts) : end), toMs)
  const found: Array<PageSample & { readonly whole: boolean }> = []
  for (const { block, body, fits, json, ts } of rows) {
    if (!block) found.push({ timestamp_ms: ts, json, fits, whole: false })
    if (body === null) continue
    for (const { json, timestampMs } of decodeBody(body))
      if (timestampMs >= fromMs) found.push({ timestamp_ms: timestampMs, json, fits: true, whole: true })
  }
  found.sort((a, b) => a.timestamp_ms - b.timestamp_ms)
  const samples: Array<PageSample> = []
  let left = bytes
  for (const { whole, ...sample } of found) {
    if (sample.timestamp_ms >= endMs || samples.length > limit || left < 0) break
    const json = whole ? valuePart(sample.json!, keys) : sample.json
    left -= besideValue + (json === null ? 4 : Buffer.byteLength(json))
    if (!sample.fits) left = -1
    samples.push({ timestamp_ms: sample.timestamp_ms, json, fits: left >= 0 })
  }
  return { samples, endMs, bytes: left, done: endMs === toMs || samples.length > limit || left < 0 }
}
