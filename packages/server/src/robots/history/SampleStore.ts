import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { numberArray, textArray } from "../../platform/sql/values.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import { writeSkippingRejectedRows } from "../../platform/sql/writeSkippingRejectedRows.ts"
import type { Candidate, Refused } from "./Candidate.ts"
import { NearTimeStore } from "./NearTimeStore.ts"
import type { Series } from "./Series.ts"
import { SeriesStore } from "./SeriesStore.ts"

interface Unwritten {
  readonly row: Candidate
  readonly why: "stale" | "value"
}

/** Rows of one statement. */
interface Batch {
  readonly rows: ReadonlyArray<Candidate>
  /** One row of each series. */
  readonly named: ReadonlyArray<Candidate>
  /** Where in `named` that of each row is, counted from 1. */
  readonly places: ReadonlyArray<number>
}

const inPlaces = (rows: ReadonlyArray<Candidate>): Batch => {
  const named: Array<Candidate> = []
  const known = new Map<Series, number>()
  const places = rows.map((row) => {
    let place = known.get(row.series)
    if (place === undefined) known.set(row.series, (place = named.push(row)))
    return place
  })
  return { rows, named, places }
}

/** A statement has so many: on the embedded database its own costs are those of about a thousand rows. */
const rowsAtOnce = 5000
/** One is composed while Postgres works on the other. */
const statementsAtOnce = 2

const isUniqueViolation = ({ reason }: SqlError.SqlError) => reason._tag === "UniqueViolation"

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

      /** Answers the places of series that are gone: their rows are not written. A series that is renamed goes on. */
      const insert = ({ named, places, rows }: Batch, onConflict: string) => sql<{ readonly place: number }>`
        WITH known AS (
          SELECT array_agg(coalesce((
            SELECT s.id FROM series s WHERE s.id = n.id::bigint AND s.robot_id IS NOT NULL
          ), 0) ORDER BY n.place) AS ids FROM unnest(
            ${numberArray(named.map(({ series }) => series.id))}::float8[]
          ) WITH ORDINALITY AS n (id, place)
        ), written AS (
          INSERT INTO samples_hot (series_id, ts, value)
          SELECT k.ids[c.place::int], c.ts, c.value::jsonb FROM known k, unnest(
            ${numberArray(places)}::float8[],
            ${numberArray(rows.map(({ timestampMs }) => timestampMs))}::float8[],
            ${textArray(rows.map(({ json }) => replaceUnstorableChars(json)))}::text[]
          ) AS c (place, ts, value)
          WHERE k.ids[c.place::int] <> 0 ${sql.literal(onConflict)}
        )
        SELECT k.place::float8 AS place FROM known, unnest(ids) WITH ORDINALITY AS k (id, place) WHERE k.id = 0`

      /**
       * Only another process, or a statement whose answer was lost, can have written a sample of the same time. To look for
       * one before each row is written takes Postgres as long as the rest of the statement.
       */
      const insertOnce = (batch: Batch) =>
        Effect.catchIf(insert(batch, ""), isUniqueViolation, () => insert(batch, "ON CONFLICT DO NOTHING"))

      /** Answers the rows that were not written, and why: their value, or a series that is gone. */
      const insertSkipping = writeSkippingRejectedRows(
        (rows: ReadonlyArray<Candidate>) => {
          const batch = inPlaces(rows)
          return Effect.map(insertOnce(batch), (gone) => {
            if (gone.length === 0) return []
            const stale = new Set(gone.map(({ place }) => place))
            return rows.flatMap((row, at): ReadonlyArray<Unwritten> =>
              stale.has(batch.places[at]!) ? [{ row, why: "stale" }] : []
            )
          })
        },
        (row) => [{ row, why: "value" }],
        rowsAtOnce,
        statementsAtOnce
      )

      /** Looks up series that are not known yet; answers the candidates whose series there is. */
      const withSeries = Effect.fnUntraced(function* (candidates: ReadonlyArray<Candidate>) {
        const unknown = Map.groupBy(
          candidates.filter(({ series }) => series.id === null),
          ({ robotId, slug, version = 0 }) => `${robotId} ${version} ${slug}`
        )
        if (unknown.size === 0) return candidates
        // A series that another process makes at the same moment is found the second time.
        for (let tries = 2; tries > 0 && unknown.size > 0; tries--) {
          const asked = [...unknown]
          const found = yield* store.find(asked.map(([, [one]]) => one!))
          for (const { id, newest_ms, place } of found) {
            const key = asked[place]![0]
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
