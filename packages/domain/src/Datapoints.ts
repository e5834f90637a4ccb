import { DateTime, Option, Schema } from "effect"
import { Slug } from "./Slug.ts"
import { AnyJson, closed, Count, EpochMs, QueryInt, Rule, Text } from "./Wire.ts"

/** The newest sample of a datapoint. `timestamp_ms` is when the robot captured it. */
export const DatapointValue = Schema.Struct({ slug: Slug, value: AnyJson, timestamp_ms: EpochMs }).annotate({
  identifier: "datapoint-value"
})
export type DatapointValue = typeof DatapointValue.Type

export const DatapointListItem = Schema.Struct({
  slug: Slug,
  builtin: Schema.Boolean,
  unit: Schema.NullOr(Schema.String),
  rate_throttle_hz: Schema.NullOr(Schema.Finite)
}).annotate({ identifier: "datapoint-list-item" })
export type DatapointListItem = typeof DatapointListItem.Type

export const DatapointListResponse = Schema.Struct({ datapoints: Schema.Array(DatapointListItem) }).annotate({
  identifier: "datapoint-list-response"
})

const relative = /^now(?:-(\d{1,12})([smhd]))?$/
const epochMs = /^\d{1,16}$/
const iso = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/
const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * The moment that a history query names, in epoch milliseconds: ISO 8601, epoch milliseconds, `now`, or `now-<n>` with
 * s, m, h or d. Null for anything else.
 */
export const momentOf = (text: string, nowMs: number): number | null => {
  const back = relative.exec(text)
  if (back !== null) return nowMs - Number(back[1] ?? 0) * unitMs[(back[2] ?? "s") as keyof typeof unitMs]
  if (epochMs.test(text)) return Number(text)
  if (!iso.test(text)) return null
  return Option.getOrNull(Option.map(DateTime.make(text), DateTime.toEpochMillis))
}

/** A text that names a moment. */
export const Moment = Text(1, 64).check(
  Schema.makeFilter((text) => momentOf(text, 0) !== null, {
    rule: Rule.format,
    hint:
      "Write ISO 8601 as 2026-01-31T08:00:00Z or 2026-01-31T08:00:00%2B01:00 (a + in a URL is a space), " +
      "epoch milliseconds, now, or now-15m."
  })
)

const width = /^(\d{1,12})([smhd])$/u

/** The width of a window in milliseconds, NaN for a text that names none. */
export const windowMsOf = (window: string): number => {
  const [, count, unit] = width.exec(window) ?? []
  return Number(count) * unitMs[unit as keyof typeof unitMs]
}

/** A count of seconds, minutes, hours or days: 1 s to 1 d. */
export const HistoryWindow = Schema.String.annotate({ description: "1s to 1d: a number and s, m, h or d" }).check(
  Schema.isPattern(width, { rule: Rule.format }),
  Schema.makeFilter((window) => windowMsOf(window) >= unitMs.s, { rule: Rule.tooSmall }),
  Schema.makeFilter((window) => windowMsOf(window) <= unitMs.d, { rule: Rule.tooLarge })
)

export const HistoryAggregate = Schema.Literals(["avg", "min", "max", "last", "count"]).annotate({
  rule: Rule.invalidValue
})
export type HistoryAggregate = typeof HistoryAggregate.Type

/** A dotted path into the value; `[n]` picks from an array. */
const ValuePath = Text(1, 128).check(
  Schema.isPattern(/^[^.[\]]+(?:\[\d{1,9}\])*(?:\.[^.[\]]+(?:\[\d{1,9}\])*)*$/u, { rule: Rule.format })
)

/** The keys on the way into a value, array indices as decimal strings. */
export const valuePathKeys = (path: string): ReadonlyArray<string> =>
  path.split(/\.|\[|\]\.?/).filter((key) => key !== "")

/** Bounds of one answer. */
export const historyLimits = { samples: 10_000, buckets: 2000, bytes: 8 * 1024 * 1024 }

export const historyDefaults = { to: "now", spanMs: 3_600_000, samples: 1000, buckets: 2000 }

/** A time zone by its IANA name, such as Europe/Berlin. Offsets such as +01:00 are none. */
export const TimeZoneName = Text(1, 64)
  .annotate({ description: "IANA time zone, such as Europe/Berlin; UTC where absent", examples: ["Europe/Berlin"] })
  .check(
    Schema.makeFilter((name) => /^[A-Za-z]/.test(name) && Option.isSome(DateTime.zoneMakeNamed(name)), {
      rule: Rule.invalidValue
    })
  )

/**
 * Half-open [from, to). Without `window` samples, with it buckets; `limit` is how many of them. Buckets of whole days
 * (`window` 1d) begin at the midnights of `tz`; other windows ignore it.
 */
export const HistoryQuery = closed({
  from: Schema.optionalKey(Moment),
  to: Schema.optionalKey(Moment),
  window: Schema.optionalKey(HistoryWindow),
  agg: Schema.optionalKey(HistoryAggregate),
  field: Schema.optionalKey(ValuePath),
  tz: Schema.optionalKey(TimeZoneName),
  limit: Schema.optionalKey(QueryInt(1, historyLimits.samples))
}).check(
  Schema.makeFilter(
    ({ agg, window }) =>
      (agg === undefined) === (window === undefined) || {
        path: [agg === undefined ? "agg" : "window"],
        issue: "window and agg come together"
      },
    { rule: Rule.required }
  ),
  Schema.makeFilter(
    ({ limit, window }) =>
      limit === undefined ||
      window === undefined ||
      limit <= historyLimits.buckets || { path: ["limit"], issue: "too many buckets" },
    { rule: Rule.tooLarge }
  )
)
export type HistoryQuery = typeof HistoryQuery.Type

export const ExportFormat = Schema.Literals(["csv", "ndjson", "mcap"]).annotate({ rule: Rule.invalidValue })
export type ExportFormat = typeof ExportFormat.Type

/** All samples of a half-open range, as a file; CSV by default. */
export const HistoryExportQuery = closed({
  from: Schema.optionalKey(Moment),
  to: Schema.optionalKey(Moment),
  field: Schema.optionalKey(ValuePath),
  format: Schema.optionalKey(ExportFormat)
})
export type HistoryExportQuery = typeof HistoryExportQuery.Type

/** The half-open range a query names, in epoch milliseconds: the last hour by default. Null where it is empty. */
export const rangeOf = (
  { from, to }: Pick<HistoryQuery, "from" | "to">,
  nowMs: number
): { readonly fromMs: number; readonly toMs: number } | null => {
  const toMs = momentOf(to ?? historyDefaults.to, nowMs) ?? nowMs
  const fromMs = from === undefined ? toMs - historyDefaults.spanMs : (momentOf(from, nowMs) ?? nowMs)
  return fromMs < toMs ? { fromMs, toMs } : null
}

/** Oldest first. Where `truncated`, go on after the last `timestamp_ms`. */
export const HistorySamples = Schema.Struct({
  slug: Slug,
  kind: Schema.Literal("samples"),
  samples: Schema.Array(Schema.Struct({ timestamp_ms: EpochMs, value: AnyJson })),
  truncated: Schema.Boolean,
  truncated_by: Schema.NullOr(Schema.Literals(["limit", "bytes"]))
}).annotate({ identifier: "history-samples" })

/**
 * Aligned to UTC multiples of the window; whole days to the midnights of the query's `tz`, 23 to 25 hours long with a
 * `window_ms` of 86400000. Empty buckets hold null, or 0 for a count.
 */
export const HistoryBuckets = Schema.Struct({
  slug: Slug,
  kind: Schema.Literal("buckets"),
  window_ms: Count,
  agg: HistoryAggregate,
  buckets: Schema.Array(Schema.Struct({ bucket_start_ms: EpochMs, value: Schema.NullOr(AnyJson), sample_count: Count }))
}).annotate({ identifier: "history-buckets" })

export const HistoryResponse = Schema.Union([HistorySamples, HistoryBuckets])
export type HistoryResponse = typeof HistoryResponse.Type
