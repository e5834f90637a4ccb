import type { ScopedDatapoint } from "@fleet/domain/api/RobotScope"
import {
  historyDefaults,
  historyLimits,
  type HistoryQuery,
  rangeOf,
  valuePathKeys,
  windowMsOf
} from "@fleet/domain/Datapoints"
import { InvalidRange, NotAggregatable, NotRecorded } from "@fleet/domain/Errors"
import { Clock, Context, Effect, Layer } from "effect"
import { HistoryDays } from "../../plans/HistoryDays.ts"
import { dayMs } from "../history/calendar.ts"
import { daysOfZone, zoneOf } from "../history/daysOfZone.ts"
import { RecordedSamples } from "../history/RecordedSamples.ts"
import type { PageSample, Range, WindowValue } from "../history/historyRequests.ts"

type BucketQuery = HistoryQuery & Required<Pick<HistoryQuery, "agg" | "window">>

/** Reads what was recorded. The answer is the response as JSON text: values go through as they are kept. */
export class History extends Context.Service<
  History,
  {
    readonly read: (
      datapoint: ScopedDatapoint,
      query: HistoryQuery
    ) => Effect.Effect<string, InvalidRange | NotRecorded | NotAggregatable>
  }
>()("@fleet/server/History") {
  static readonly layer = Layer.effect(
    History,
    Effect.gen(function* () {
      const store = yield* RecordedSamples
      const days = yield* HistoryDays

      /** Older samples are kept until it is convenient to drop them. */
      const keptFrom = ({ fromMs, orgId, toMs }: Range) =>
        Effect.map(Clock.currentTimeMillis, (nowMs) => Math.min(Math.max(fromMs, nowMs - days.of(orgId) * dayMs), toMs))

      const samples = Effect.fnUntraced(function* (range: Range, limit: number) {
        const rows = yield* store.samples({
          ...range,
          fromMs: yield* keptFrom(range),
          limit,
          bytes: historyLimits.bytes - overheadBytes
        })
        return samplesJson(range.slug, rows, limit)
      })

      const buckets = Effect.fnUntraced(function* (
        range: Range,
        { agg, limit = historyDefaults.buckets, tz, window }: BucketQuery
      ) {
        const windowMs = windowMsOf(window)
        const zone = windowMs === dayMs && tz !== undefined ? zoneOf(tz) : null
        const starts =
          zone === null
            ? startsOf(range.fromMs, range.toMs, windowMs, limit)
            : daysOfZone(range.fromMs, range.toMs, zone, limit)
        if (starts === null) return yield* new InvalidRange()
        const rows = yield* store.buckets(
          { ...range, fromMs: yield* keptFrom(range), windowMs, startsMs: zone && starts, bytes: historyLimits.bytes },
          agg
        )
        if (rows === null) return yield* new InvalidRange()
        const numeric = agg === "avg" || agg === "min" || agg === "max"
        if (numeric && rows.some(({ odd }) => odd > 0)) return yield* new NotAggregatable()
        const head = `{"slug":"${range.slug}","kind":"buckets","window_ms":${windowMs},"agg":"${agg}","buckets":[`
        return head + bucketsJson(starts, rows, agg === "count" ? "0" : "null") + "]}"
      })

      return History.of({
        read: Effect.fn("History.read")(function* ({ config, orgId, robotId, slug }, query) {
          if (config?.retention?.enabled !== true) return yield* new NotRecorded()
          const span = rangeOf(query, yield* Clock.currentTimeMillis)
          if (span === null) return yield* new InvalidRange()
          yield* days.load(orgId)
          const keys = query.field === undefined ? [] : valuePathKeys(query.field)
          const range = { robotId, orgId, slug, ...span, keys }
          const { agg, limit, window } = query
          return yield* agg === undefined || window === undefined
            ? samples(range, limit ?? historyDefaults.samples)
            : buckets(range, { ...query, agg, window })
        })
      })
    })
  )
}

/** Bytes of an answer beside its samples, at most. */
const overheadBytes = 256

const samplesJson = (slug: string, rows: ReadonlyArray<PageSample>, limit: number): string => {
  const fitting = rows.filter(({ fits }) => fits)
  const kept = fitting.slice(0, limit)
  const by = fitting.length > limit ? `"limit"` : rows.length > fitting.length ? `"bytes"` : "null"
  const list = kept.map(({ json, timestamp_ms }) => `{"timestamp_ms":${timestamp_ms},"value":${json ?? "null"}}`)
  return (
    `{"slug":"${slug}","kind":"samples","samples":[${list.join()}],` +
    `"truncated":${by !== "null"},"truncated_by":${by}}`
  )
}

/** Where the windows of a range begin, null when they are too many. */
const startsOf = (fromMs: number, toMs: number, windowMs: number, maxCount: number): ReadonlyArray<number> | null => {
  const first = Math.floor(fromMs / windowMs)
  const count = Math.ceil(toMs / windowMs) - first
  return count > maxCount ? null : Array.from({ length: count }, (_, index) => (first + index) * windowMs)
}

const bucketsJson = (starts: ReadonlyArray<number>, rows: ReadonlyArray<WindowValue>, empty: string): string => {
  const byStart = new Map(rows.map((row) => [row.start_ms, row]))
  return starts
    .map((start) => {
      const row = byStart.get(start)
      return `{"bucket_start_ms":${start},"value":${row === undefined ? empty : (row.json ?? "null")},"sample_count":${row?.rows ?? 0}}`
    })
    .join()
}
