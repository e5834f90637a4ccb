import { Clock, Context, Effect, Layer } from "effect"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { BlockStore } from "./BlockStore.ts"
import { dayOf, dropDayOf, hourMs, hourOf } from "./calendar.ts"
import { CompactionStore, type Reach, type WaitingRow } from "./CompactionStore.ts"
import { PartitionStore } from "./PartitionStore.ts"
import { SeriesStore } from "./SeriesStore.ts"

/** An hour is closed when its last samples have had so long to be written. */
const graceMs = 300_000

/** What one transaction moves at most, unless it is one sample. The blocks of every hour it touches are written anew. */
const most = { series: 100, rows: 4000, hours: 100, characters: 4_000_000 }

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

/** What a transaction did: how many rows and blocks, where to go on, and the partitions that it would have needed. */
interface Step {
  readonly rows: number
  readonly blocks: number
  /** Null at the end of the series. */
  readonly nextId: number | null
  readonly missing: ReadonlyArray<number>
}

/**
 * Moves the rows of closed hours into blocks. Every process does so, each with the series that no other one has locked.
 * Rows go and blocks come in one transaction: a sample is always in one place.
 */
export class Compaction extends Context.Service<
  Compaction,
  {
    readonly run: Effect.Effect<void>
  }
>()("@fleet/server/Compaction") {
  static readonly layer = Layer.effect(
    Compaction,
    Effect.gen(function* () {
      const rowStore = yield* CompactionStore
      const series = yield* SeriesStore
      const blocks = yield* BlockStore
      const partitions = yield* PartitionStore
      const transaction = yield* Transaction
      const counters = yield* Counters

      const step = (afterId: number, beforeMs: number, today: number) =>
        transaction.run(
          Effect.gen(function* () {
            const locked = yield* series.lockUncompacted(afterId, beforeMs, most.series)
            if (locked.length === 0) return { rows: 0, blocks: 0, nextId: null, missing: [] } satisfies Step
            const keepDays = new Map(locked.map(({ id, keep_days }) => [id, keep_days]))
            const found = yield* rowStore.waiting([...keepDays.keys()], beforeMs, most.rows)
            const first = firstOf(found)
            const dropDays = first.map(({ id, ts }) => dropDayOf(dayOf(ts), keepDays.get(id)!))
            const missing = partitions.missing(dropDays.filter((day) => day > today))
            if (missing.length > 0) return { rows: 0, blocks: 0, nextId: afterId, missing } satisfies Step
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
            const nextId = all ? locked.at(-1)!.id : first.at(-1)!.id - 1
            return { rows: rows.length, blocks: written, nextId, missing: [] } satisfies Step
          })
        )

      return Compaction.of({
        run: Effect.gen(function* () {
          const nowMs = yield* Clock.currentTimeMillis
          yield* partitions.addHours(nowMs)
          const beforeMs = hourOf(nowMs - graceMs) * hourMs
          counters.compaction_rows_waiting = yield* rowStore.count(beforeMs)
          for (let nextId: number | null = 0; nextId !== null;) {
            const done: Step = yield* step(nextId, beforeMs, dayOf(nowMs))
            yield* partitions.addDropDays(done.missing)
            counters.compaction_rows_waiting = Math.max(0, counters.compaction_rows_waiting - done.rows)
            counters.compaction_blocks_written_total += done.blocks
            nextId = done.nextId
          }
          yield* partitions.dropHours(beforeMs)
        }).pipe(Effect.withSpan("Compaction.run"))
      })
    })
  )
}
