import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { findRows } from "../../platform/sql/findRows.ts"
import { numberArray } from "../../platform/sql/values.ts"
import { decodeTimes } from "./blockBody.ts"
import { dayMs, dayOf } from "./calendar.ts"
import type { Series } from "./Series.ts"

/** A sample to be kept unless another one lies nearer than `gapMs`. */
interface Asked {
  readonly series: Series
  readonly timestampMs: number
  readonly gapMs: number
}

/** One statement asks for so many. */
const atOnce = 200

/** A day of a series, and between which times a question asks about it. */
interface Span {
  readonly id: number
  readonly day: number
  readonly afterMs: number
  readonly beforeMs: number
}

/** A row is the nearest time among the rows for the question of this number, or a block that answers a span. */
const Row = Schema.Struct({
  question: Schema.NullOr(Schema.Int),
  near: Schema.NullOr(Schema.Finite),
  id: Schema.NullOr(Schema.Finite),
  body: Schema.NullOr(Schema.Uint8Array)
})

/** Where blocks may hold a time that is nearer than the gap. A block never spans two days. */
const spansOf = (asked: ReadonlyArray<Asked>): ReadonlyArray<Span> =>
  asked.flatMap(({ gapMs, series, timestampMs }) => {
    const [afterMs, beforeMs] = [timestampMs - gapMs, timestampMs + gapMs]
    const spans: Array<Span> = []
    for (let day = dayOf(afterMs); day <= dayOf(beforeMs); day++) spans.push({ id: series.id!, day, afterMs, beforeMs })
    return spans
  })

/** The kept times that stand in the way of samples whose neighbourhood is not known in memory. */
export class NearTimeStore extends Context.Service<
  NearTimeStore,
  {
    /** The latest kept time nearer than the gap, for those that have one. */
    readonly of: <A extends Asked>(asked: ReadonlyArray<A>) => Effect.Effect<ReadonlyMap<A, number>>
  }
>()("@fleet/server/NearTimeStore") {
  static readonly layer = Layer.effect(
    NearTimeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      // One statement sees a sample once, wherever it is just being moved to. Blocks do not overlap: of those that touch
      // a span, the last one holds its latest time.
      const rows = findRows(
        Row,
        ({ asked, spans }: { readonly asked: ReadonlyArray<Asked>; readonly spans: ReadonlyArray<Span> }) => sql`
          SELECT a.question::int, (
            SELECT max(u.ts) FROM unpacked_samples u
            WHERE u.series_id = a.id::bigint AND u.ts > a.after AND u.ts < a.before
          ) AS near, NULL::float8 AS id, NULL::bytea AS body
          FROM unnest(
            ${numberArray(asked.map(({ series }) => series.id))}::float8[],
            ${numberArray(asked.map(({ gapMs, timestampMs }) => timestampMs - gapMs))}::float8[],
            ${numberArray(asked.map(({ gapMs, timestampMs }) => timestampMs + gapMs))}::float8[]
          ) WITH ORDINALITY AS a (id, after, before, question)
          UNION ALL
          SELECT NULL, NULL, found.id, found.body FROM (SELECT DISTINCT ON (a.id, b.from_ts) a.id, b.body
          FROM unnest(
            ${numberArray(spans.map(({ id }) => id))}::float8[],
            ${numberArray(spans.map(({ day }) => day))}::float8[],
            ${numberArray(spans.map(({ afterMs }) => afterMs))}::float8[],
            ${numberArray(spans.map(({ beforeMs }) => beforeMs))}::float8[]
          ) AS a (id, day, after, before)
          JOIN series s ON s.id = a.id::bigint
          CROSS JOIN LATERAL (
            SELECT from_ts, body FROM blocks
            WHERE series_id = s.id AND drop_day = a.day::int + s.keep_days + 1
              AND to_ts > a.after AND from_ts < a.before
              AND from_ts >= a.day * ${dayMs}::float8 AND from_ts < (a.day + 1) * ${dayMs}::float8
            ORDER BY from_ts DESC LIMIT 1
          ) AS b) AS found`
      )

      const some = Effect.fnUntraced(function* <A extends Asked>(asked: ReadonlyArray<A>) {
        const found = yield* rows({ asked, spans: spansOf(asked) })
        const near = new Map<A, number>()
        const note = (question: A, timeMs: number) => {
          if (Math.abs(question.timestampMs - timeMs) < question.gapMs)
            near.set(question, Math.max(near.get(question) ?? -Infinity, timeMs))
        }
        const bySeries = Map.groupBy(asked, ({ series }) => series.id)
        for (const { body, id, near: timeMs, question } of found) {
          if (question !== null && timeMs !== null) note(asked[question - 1]!, timeMs)
          if (body === null) continue
          const times = decodeTimes(body)
          for (const each of bySeries.get(id) ?? []) {
            if (times[0]! >= each.timestampMs + each.gapMs || times.at(-1)! <= each.timestampMs - each.gapMs) continue
            const time = times.findLast((time) => time < each.timestampMs + each.gapMs)
            if (time !== undefined) note(each, time)
          }
          yield* Effect.yieldNow
        }
        return near
      })

      return NearTimeStore.of({
        of: Effect.fnUntraced(function* (asked) {
          const near = new Map<(typeof asked)[number], number>()
          for (let at = 0; at < asked.length; at += atOnce)
            for (const [each, time] of yield* some(asked.slice(at, at + atOnce))) near.set(each, time)
          return near
        })
      })
    })
  )
}
