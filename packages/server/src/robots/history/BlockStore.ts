import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { bytesArray, numberArray, textArray } from "../../platform/sql/values.ts"
import { findRows } from "../../platform/sql/findRows.ts"
import { decodeBody, type StoredSample } from "./blockBody.ts"
import { dayOf, dropDayOf } from "./calendar.ts"
import { type Block, cutBlocks } from "./cutBlocks.ts"
import { PartitionStore } from "./PartitionStore.ts"
import {
  batchesOf,
  type Day,
  daysOf,
  Header,
  type SeriesSamples,
  type TouchedPart,
  touchedParts
} from "./touchedDays.ts"

const Taken = Schema.Struct({ part: Schema.Int, n: Schema.Int, body: Schema.Uint8Array })
type Taken = typeof Taken.Type

/** Which of two samples of the same time stays. */
export type Preferred = "kept" | "added"

/** In order of time. */
const merged = (kept: ReadonlyArray<StoredSample>, added: ReadonlyArray<StoredSample>, preferred: Preferred) => {
  if (kept.length === 0) return added
  const byTime = new Map<number, StoredSample>()
  for (const samples of preferred === "kept" ? [added, kept] : [kept, added])
    for (const sample of samples) byTime.set(sample.timestampMs, sample)
  return [...byTime.values()].sort((a, b) => a.timestampMs - b.timestampMs)
}

/** The blocks of recorded samples, as they are written. Every call is made in a transaction that has locked the series. */
export class BlockStore extends Context.Service<
  BlockStore,
  {
    /**
     * Adds samples to the blocks of their series, whose partitions are there. Blocks of the same hours, and those still
     * open, are written anew. Answers how many blocks were written.
     */
    readonly add: (series: ReadonlyArray<SeriesSamples>, preferred: Preferred) => Effect.Effect<number>
    /** Adds the partitions of the series' samples as well; leaves out those that are too old on this day. */
    readonly addAnywhere: (series: SeriesSamples, preferred: Preferred, today: number) => Effect.Effect<void>
    /** Keeps the blocks of a series for another number of days from now on. */
    readonly keepFor: (
      series: Pick<SeriesSamples, "seriesId" | "keepDays">,
      days: number,
      today: number
    ) => Effect.Effect<void>
    /** Gives the blocks of one series to another one that is kept as long. Of two samples of a time, the other's stays. */
    readonly give: (
      from: number,
      to: Pick<SeriesSamples, "seriesId" | "keepDays">,
      today: number
    ) => Effect.Effect<void>
  }
>()("@fleet/server/BlockStore") {
  static readonly layer = Layer.effect(
    BlockStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partitions = yield* PartitionStore

      /** What of each day's blocks is known without reading their bodies. */
      const headers = findRows(
        Header,
        (days: ReadonlyArray<Day>) => sql`
          SELECT d.day::int - 1 AS day, b.from_ts, b.to_ts, b.n, b.chars
          FROM unnest(
            ${numberArray(days.map(({ seriesId }) => seriesId))}::float8[],
            ${numberArray(days.map(({ dropDay }) => dropDay))}::float8[]
          ) WITH ORDINALITY AS d (series_id, drop_day, day)
          JOIN blocks b ON b.series_id = d.series_id::bigint AND b.drop_day = d.drop_day::int
          ORDER BY b.from_ts`
      )

      /** Deletes the blocks that parts touch, and answers each with the place of its part. */
      const takeTouched = findRows(Taken, (parts: ReadonlyArray<TouchedPart>) => {
        const found = parts.flatMap(({ part, touched }, at) => touched.map((header) => ({ at, part, header })))
        return sql`
          DELETE FROM blocks b USING unnest(
            ${numberArray(found.map(({ at }) => at))}::float8[],
            ${numberArray(found.map(({ part }) => part.seriesId))}::float8[],
            ${numberArray(found.map(({ part }) => part.dropDay))}::float8[],
            ${numberArray(found.map(({ header }) => header.from_ts))}::float8[]
          ) AS t (part, series_id, drop_day, from_ts)
          WHERE b.series_id = t.series_id::bigint AND b.drop_day = t.drop_day::int AND b.from_ts = t.from_ts
          RETURNING t.part::int AS part, b.n, b.body`
      })

      const insert = (rows: ReadonlyArray<readonly [day: Day, block: Block]>) => sql`
        INSERT INTO blocks
          (series_id, drop_day, from_ts, to_ts, n, numbers, odd, chars, sum, min, max, last, body)
        SELECT * FROM unnest(
          ${numberArray(rows.map(([{ seriesId }]) => seriesId))}::float8[]::bigint[],
          ${numberArray(rows.map(([{ dropDay }]) => dropDay))}::float8[]::int[],
          ${numberArray(rows.map(([, { fromMs }]) => fromMs))}::float8[],
          ${numberArray(rows.map(([, { toMs }]) => toMs))}::float8[],
          ${numberArray(rows.map(([, { count }]) => count))}::float8[]::int[],
          ${numberArray(rows.map(([, { numbers }]) => numbers))}::float8[]::int[],
          ${numberArray(rows.map(([, { odd }]) => odd))}::float8[]::int[],
          ${numberArray(rows.map(([, { chars }]) => chars))}::float8[]::int[],
          ${numberArray(rows.map(([, { sum }]) => sum))}::float8[],
          ${numberArray(rows.map(([, { min }]) => min))}::float8[],
          ${numberArray(rows.map(([, { max }]) => max))}::float8[],
          ${textArray(rows.map(([, { last }]) => last))}::text[],
          ${bytesArray(rows.map(([, { body }]) => body))}::bytea[])`

      interface Change {
        samples: number
        bytes: number
        newestMs: number
      }
      const count = (changes: ReadonlyMap<number, Change>) => {
        const values = [...changes.values()]
        return sql`
          UPDATE series s SET
            samples = s.samples + c.samples::bigint,
            bytes = s.bytes + c.bytes::bigint,
            newest_ms = greatest(s.newest_ms, c.newest_ms)
          FROM unnest(
            ${numberArray([...changes.keys()])}::float8[],
            ${numberArray(values.map(({ samples }) => samples))}::float8[],
            ${numberArray(values.map(({ bytes }) => bytes))}::float8[],
            ${numberArray(values.map(({ newestMs }) => newestMs))}::float8[]
          ) AS c (id, samples, bytes, newest_ms)
          WHERE s.id = c.id::bigint`
      }

      /** What is kept already in the blocks that were taken, by the place of their part. */
      const keptOf = Effect.fnUntraced(function* (taken: ReadonlyArray<Taken>) {
        const kept = new Map<number, Array<StoredSample>>()
        for (const { body, part } of taken) {
          const held = kept.get(part) ?? []
          for (const sample of decodeBody(body)) held.push(sample)
          kept.set(part, held)
          yield* Effect.yieldNow
        }
        return kept
      })

      const addParts = Effect.fnUntraced(function* (parts: ReadonlyArray<TouchedPart>, preferred: Preferred) {
        const taken = parts.every(({ touched }) => touched.length === 0) ? [] : yield* takeTouched(parts)
        const kept = yield* keptOf(taken)
        const changes = new Map<number, Change>()
        const changeOf = (seriesId: number) => {
          let change = changes.get(seriesId)
          if (change === undefined) changes.set(seriesId, (change = { samples: 0, bytes: 0, newestMs: -Infinity }))
          return change
        }
        for (const { body, n, part } of taken) {
          const change = changeOf(parts[part]!.part.seriesId)
          change.samples -= n
          change.bytes -= body.length
        }
        const rows: Array<readonly [Day, Block]> = []
        for (const [at, { between, part }] of parts.entries()) {
          const change = changeOf(part.seriesId)
          for (const block of cutBlocks(merged(kept.get(at) ?? [], part.samples, preferred), between)) {
            rows.push([part, block])
            change.samples += block.count
            change.bytes += block.body.length
            change.newestMs = Math.max(change.newestMs, block.toMs)
          }
          // Compressing an hour takes about a millisecond.
          yield* Effect.yieldNow
        }
        yield* Effect.orDie(insert(rows))
        yield* Effect.orDie(count(changes))
        return rows.length
      })

      const add = Effect.fn("BlockStore.add")(function* (series: ReadonlyArray<SeriesSamples>, preferred: Preferred) {
        const days = series.flatMap(daysOf)
        if (days.length === 0) return 0
        const byDay = Map.groupBy(yield* headers(days), ({ day }) => day)
        const parts = days.flatMap((day, at) => touchedParts(day, byDay.get(at) ?? []))
        let written = 0
        for (const some of batchesOf(parts)) written += yield* addParts(some, preferred)
        return written
      })

      const recount = (seriesId: number) => sql`
        UPDATE series s SET samples = b.samples, bytes = b.bytes, newest_ms = greatest(s.newest_ms, b.newest_ms)
        FROM (
          SELECT coalesce(sum(n), 0) AS samples, coalesce(sum(octet_length(body)), 0) AS bytes, max(to_ts) AS newest_ms
          FROM blocks WHERE series_id = ${seriesId}::float8::bigint
        ) AS b
        WHERE s.id = ${seriesId}::float8::bigint`

      const addAnywhere = Effect.fnUntraced(function* (
        { keepDays, samples, seriesId }: SeriesSamples,
        preferred: Preferred,
        today: number
      ) {
        const dropDay = ({ timestampMs }: StoredSample) => dropDayOf(dayOf(timestampMs), keepDays)
        const needed = samples.filter((sample) => dropDay(sample) > today)
        yield* partitions.addDropDays(partitions.missing(needed.map(dropDay)))
        yield* add([{ seriesId, keepDays, samples: needed }], preferred)
      })

      /** Takes some blocks of a series that another one has blocks of the same time as. */
      const takeShared = findRows(
        Schema.Struct({ body: Schema.Uint8Array }),
        ({ from, to }: { readonly from: number; readonly to: number }) => sql`
          DELETE FROM blocks b USING (
            SELECT f.drop_day, f.from_ts FROM blocks f
            WHERE f.series_id = ${from}::float8::bigint AND EXISTS (
              SELECT FROM blocks t WHERE t.series_id = ${to}::float8::bigint AND t.drop_day = f.drop_day
                AND t.from_ts <= f.to_ts AND t.to_ts >= f.from_ts)
            LIMIT 24
          ) AS shared
          WHERE b.series_id = ${from}::float8::bigint
            AND b.drop_day = shared.drop_day AND b.from_ts = shared.from_ts
          RETURNING b.body`
      )

      const otherDropDays = (seriesId: number, shift: number) =>
        sql<{ readonly day: number }>`
          SELECT DISTINCT drop_day + ${shift}::int AS day FROM blocks WHERE series_id = ${seriesId}::float8::bigint`

      return BlockStore.of({
        add,
        addAnywhere,
        keepFor: Effect.fnUntraced(function* ({ keepDays, seriesId }, days, today) {
          const shift = days - keepDays
          yield* sql`
            DELETE FROM blocks WHERE series_id = ${seriesId}::float8::bigint AND drop_day <= ${today - shift}::int`
          const dropDays = (yield* otherDropDays(seriesId, shift)).map(({ day }) => day)
          yield* partitions.addDropDays(partitions.missing(dropDays))
          yield* sql`
            UPDATE blocks SET drop_day = drop_day + ${shift}::int WHERE series_id = ${seriesId}::float8::bigint`
          yield* sql`UPDATE series SET keep_days = ${days}::int WHERE id = ${seriesId}::float8::bigint`
          yield* recount(seriesId)
        }, Effect.orDie),
        give: Effect.fnUntraced(function* (from, to, today) {
          for (;;) {
            const shared = yield* takeShared({ from, to: to.seriesId })
            if (shared.length === 0) break
            const samples = shared.flatMap(({ body }) => decodeBody(body))
            const inOrder = samples.sort((a, b) => a.timestampMs - b.timestampMs)
            yield* addAnywhere({ ...to, samples: inOrder }, "kept", today)
          }
          yield* sql`
            UPDATE blocks SET series_id = ${to.seriesId}::float8::bigint WHERE series_id = ${from}::float8::bigint`
          yield* recount(to.seriesId)
        }, Effect.orDie)
      })
    })
  )
}
