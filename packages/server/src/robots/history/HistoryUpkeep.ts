import { Clock, Effect, Layer } from "effect"
import { Retention } from "../../plans/Retention.ts"
import { every } from "../../platform/schedule/sweep.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { BlockStore } from "./BlockStore.ts"
import { dayMs, dayOf } from "./calendar.ts"
import { Compaction } from "./Compaction.ts"
import { OldSampleStore } from "./OldSampleStore.ts"
import { PartitionStore } from "./PartitionStore.ts"
import { SeriesStore } from "./SeriesStore.ts"

/**
 * Moves samples of closed hours into blocks every ten minutes; and every hour keeps what plans say now, drops what is too
 * old, and deletes what robots left.
 */
export const HistoryUpkeep = Layer.effectDiscard(
  Effect.gen(function* () {
    const compaction = yield* Compaction
    const series = yield* SeriesStore
    const blocks = yield* BlockStore
    const partitions = yield* PartitionStore
    const old = yield* OldSampleStore
    const retention = yield* Retention
    const transaction = yield* Transaction

    /** A plan that keeps more is followed before anything is dropped. */
    const retain = Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const today = dayOf(nowMs)
      const orgs = (yield* retention.cutoffs("history_days")).map(({ before, orgId }) => ({
        orgId,
        days: Math.round((nowMs - before.getTime()) / dayMs)
      }))
      const adjust = series.adjustKeepDays(orgs, ({ id, keep_days }, days) =>
        blocks.keepFor({ seriesId: id, keepDays: keep_days }, days, today)
      )
      while (orgs.length > 0 && (yield* transaction.run(adjust)) > 0);
      yield* partitions.dropDays(today)
      while (yield* transaction.run(series.deleteReleased));
    })

    yield* every("10 minutes", "recorded samples could not be moved into blocks", compaction.run)
    yield* every("1 hour", "old samples could not be dropped", retain)
    yield* every("1 hour", "recorded samples of an earlier version could not be moved into blocks", old.moveAll)
  })
)
