import { Clock, Context, Effect, Layer } from "effect"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { dayOf, hourMs, hourOf } from "./calendar.ts"
import { CompactionStore } from "./CompactionStore.ts"
import { PartitionStore } from "./PartitionStore.ts"
import { RowMover } from "./RowMover.ts"
import { SeriesStore } from "./SeriesStore.ts"

/** An hour is closed when its last samples have had so long to be written. */
const graceMs = 300_000

/** Series that one transaction locks. */
const seriesAtOnce = 100

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
      const mover = yield* RowMover
      const partitions = yield* PartitionStore
      const transaction = yield* Transaction
      const counters = yield* Counters

      const step = (afterId: number, beforeMs: number, today: number) =>
        transaction.run(
          Effect.gen(function* () {
            const locked = yield* series.lockUncompacted(afterId, beforeMs, seriesAtOnce)
            if (locked.length === 0) return { rows: 0, blocks: 0, nextId: null, missing: [] } satisfies Step
            const { leftAfter, ...moved } = yield* mover.move(locked, beforeMs, today)
            const nextId = moved.missing.length > 0 ? afterId : (leftAfter ?? locked.at(-1)!.id)
            return { ...moved, nextId } satisfies Step
          })
        )

      return Compaction.of({
        run: Effect.gen(function* () {
          const nowMs = yield* Clock.currentTimeMillis
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
