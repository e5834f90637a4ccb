import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { numberArray } from "../../platform/sql/numberArray.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import { textArray } from "../../platform/sql/textArray.ts"
import { writeSkippingRejectedRows } from "../../platform/sql/writeSkippingRejectedRows.ts"
import type { Candidate, Refused } from "./Candidate.ts"
import { NearTimeStore } from "./NearTimeStore.ts"
import { SeriesStore } from "./SeriesStore.ts"

interface Unwritten {
  readonly row: Candidate
  readonly why: "stale" | "value"
}

/** A statement has so many: on the embedded database its own costs are those of about a thousand rows. */
const rowsAtOnce = 5000
/** One is composed while Postgres works on the other. */
const statementsAtOnce = 2

/** Recorded samples, as they are written. */
export class SampleStore extends Context.Service<
  SampleStore,
  {
    /** Candidates of robots that are gone are dropped. Those of one call must not be too near to each other. */
    readonly write: (candidates: ReadonlyArray<Candidate>) => Effect.Effect<ReadonlyArray<Refused>>
  }
>()("@fleet/server/SampleStore") {
  static readonly layer = Layer.effect(
    SampleStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* SeriesStore
      const nearTimes = yield* NearTimeStore

      const refuse = ({ orgId, robotId, slug, timestampMs }: Candidate, nearMs: number | null): Refused => ({
        robotId,
        orgId,
        slug,
        timestampMs,
        nearMs
      })

      /** The slug is compared so that a series that was renamed gets nothing more under its former name. */
      const insert = (rows: ReadonlyArray<Candidate>) => sql<{ readonly rows: number }>`
        WITH written AS (
          INSERT INTO samples_hot (series_id, ts, value)
          SELECT s.id, c.ts, c.value::jsonb FROM unnest(
            ${numberArray(rows.map(({ series }) => series.id))}::float8[],
            ${textArray(rows.map(({ slug }) => slug))}::text[],
            ${numberArray(rows.map(({ timestampMs }) => timestampMs))}::float8[],
            ${textArray(rows.map(({ json }) => replaceUnstorableChars(json)))}::text[]
          ) AS c (id, slug, ts, value)
          JOIN series s ON s.id = c.id::bigint AND s.slug = c.slug AND s.robot_id IS NOT NULL
          ON CONFLICT DO NOTHING RETURNING 1
        )
        SELECT count(*)::int AS rows FROM written`

      /** Answers the rows that were not written, and why: their value, or a series that is gone or has another name. */
      const insertSkipping = writeSkippingRejectedRows(
        (rows: ReadonlyArray<Candidate>) =>
          Effect.gen(function* () {
            const [{ rows: written } = { rows: 0 }] = yield* insert(rows)
            if (written === rows.length) return []
            const stale = new Set(yield* store.stale(rows.map(({ series, slug }) => ({ id: series.id!, slug }))))
            return rows.filter(({ series }) => stale.has(series.id!)).map((row): Unwritten => ({ row, why: "stale" }))
          }),
        (row) => [{ row, why: "value" }],
        rowsAtOnce,
        statementsAtOnce
      )

      /** Looks up series that are not known yet; answers the candidates whose series there is. */
      const withSeries = Effect.fnUntraced(function* (candidates: ReadonlyArray<Candidate>) {
        const unknown = Map.groupBy(
          candidates.filter(({ series }) => series.id === null),
          ({ robotId, slug }) => `${robotId} ${slug}`
        )
        if (unknown.size === 0) return candidates
        // A series that another process makes at the same moment is found the second time.
        for (let tries = 2; tries > 0 && unknown.size > 0; tries--) {
          for (const { id, newest_ms, robot_id, slug } of yield* store.find(
            [...unknown.values()].map(([one]) => one!)
          )) {
            const key = `${robot_id} ${slug}`
            for (const { series } of unknown.get(key) ?? []) series.loaded(id, newest_ms)
            unknown.delete(key)
          }
        }
        return candidates.filter(({ series }) => series.id !== null)
      })

      const write = Effect.fnUntraced(function* (candidates: ReadonlyArray<Candidate>) {
        const found = yield* withSeries(candidates)
        const unsure = found.filter(({ gapMs, series, timestampMs }) => timestampMs - gapMs < series.knownFromMs)
        const near = yield* nearTimes.of(unsure)
        const refused = unsure.flatMap((candidate) => {
          const nearMs = near.get(candidate)
          return nearMs === undefined ? [] : [refuse(candidate, nearMs)]
        })
        const kept = near.size === 0 ? found : found.filter((candidate) => !near.has(candidate))
        const answers = yield* Effect.orDie(insertSkipping(kept))
        const rejected = answers.filter(({ why }) => why === "value").map(({ row }) => refuse(row, null))
        return { refused: [...refused, ...rejected], stale: answers.filter(({ why }) => why === "stale") }
      })

      return SampleStore.of({
        write: Effect.fn("SampleStore.write")(function* (candidates) {
          const first = yield* write(candidates)
          if (first.stale.length === 0) return first.refused
          const again = first.stale.map(({ row }) => row)
          for (const { series } of again) series.unload()
          const second = yield* write(again)
          for (const { row } of second.stale) row.series.unload()
          return [...first.refused, ...second.refused, ...second.stale.map(({ row }) => refuse(row, null))]
        })
      })
    })
  )
}
