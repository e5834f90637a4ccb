import { Context, Effect, Layer } from "effect"
import { BlockStore } from "./BlockStore.ts"
import { dayOf, dropDayOf, hourOf } from "./calendar.ts"
import { CompactionStore, type Reach, type WaitingRow } from "./CompactionStore.ts"
import { PartitionStore } from "./PartitionStore.ts"
import type { Kept } from "./SeriesStore.ts"

/** What one transaction moves at most, unless it is one sample. The blocks of every hour it touches are written anew. */
const most = { rows: 4000, hours: 100, characters: 4_000_000 }

/** As many of the rows as one transaction moves. They are in order of series and time. */
const firstOf = (waiting: ReadonlyArray<WaitingRow>): ReadonlyArray<WaitingRow> => {
  let [characters, hours] = [0, 0]
  const end = waiting.findIndex(({ chars, id, ts }, index) => {
    const before = waiting[index - 1]
    characters += chars
    if (before === undefined || before.id !== id || hourOf(before.ts) !== hourOf(ts)) hours++
    return index > 0 && (characters > most.characters || hours > most.hours)
  })
  return end === -1 ? waiting : waiting.slice(0, end)
}

const reachesOf = (rows: ReadonlyArray<WaitingRow>): ReadonlyArray<Reach> => {
  const reaches: Array<Reach> = []
  for (const { id, ts } of rows) {
    const last = reaches.at(-1)
    if (last?.id === id && hourOf(last.fromMs) === hourOf(ts)) last.toMs = ts
    else reaches.push({ id, fromMs: ts, toMs: ts })
  }
  return reaches
}

/** What was moved: how many rows and blocks, and what is left. */
interface Moved {
  readonly rows: number
  readonly blocks: number
  /** Only series after this id have rows left; null where none has. */
  readonly leftAfter: number | null
  /** Drop days whose partitions are missing: nothing is moved before they are there. */
  readonly missing: ReadonlyArray<number>
}

/** Moves rows of recorded samples into blocks: rows go and blocks come in one transaction, the caller's. */
export class RowMover extends Context.Service<
  RowMover,
  {
    /** Moves some rows from before a time, of series that the transaction has locked, in order of their ids. */
    readonly move: (series: ReadonlyArray<Kept>, beforeMs: number, today: number) => Effect.Effect<Moved>
  }
>()("@fleet/server/RowMover") {
  static readonly layer = Layer.effect(
    RowMover,
    Effect.gen(function* () {
      const rowStore = yield* CompactionStore
      const blocks = yield* BlockStore
      const partitions = yield* PartitionStore

      return RowMover.of({
        move: Effect.fnUntraced(function* (series, beforeMs, today) {
          const keepDays = new Map(series.map(({ id, keep_days }) => [id, keep_days]))
          const found = yield* rowStore.waiting([...keepDays.keys()], beforeMs, most.rows)
          const first = firstOf(found)
          const dropDays = first.map(({ id, ts }) => dropDayOf(dayOf(ts), keepDays.get(id)!))
          const missing = partitions.missing(dropDays.filter((day) => day > today))
          if (missing.length > 0) return { rows: 0, blocks: 0, leftAfter: -1, missing }
          const rows = yield* rowStore.take(reachesOf(first))
          const bySeries = Map.groupBy(rows, ({ id }) => id)
          const written = yield* blocks.add(
            [...bySeries].map(([seriesId, ofSeries]) => ({
              seriesId,
              keepDays: keepDays.get(seriesId)!,
              samples: ofSeries
                .filter(({ ts }) => dropDayOf(dayOf(ts), keepDays.get(seriesId)!) > today)
                .sort((a, b) => a.ts - b.ts)
                .map(({ json, ts }) => ({ timestampMs: ts, json }))
            })),
            "kept"
          )
          const all = first.length === found.length && found.length < most.rows
          return { rows: rows.length, blocks: written, leftAfter: all ? null : first.at(-1)!.id - 1, missing: [] }
        })
      })
    })
  )
}
