import { Clock, Effect, Layer } from "effect"
import { Retention } from "../../plans/Retention.ts"
import { every } from "../../platform/schedule/every.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { BlockStore } from "./BlockStore.ts"
import { dayMs, dayOf } from "./calendar.ts"
import { Compaction } from "./Compaction.ts"
import { OldSampleStore } from "./OldSampleStore.ts"
import { PartitionStore } from "./PartitionStore.ts"
import { SeriesStore } from "./SeriesStore.ts"

/**
 * Every ten minutes adds the partitions of the coming hours. Beside it, every ten minutes and one after the other: keeps
 * samples as long as plans say now, drops what is too old, deletes what robots left, and moves samples into blocks. What is
 * moved is dropped where it is too old, so that a plan that keeps more has to be followed before.
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

    const adjust = Effect.fnUntraced(function* (nowMs: number) {
      const orgs = (yield* retention.cutoffs("history_days")).map(({ before, orgId }) => ({
        orgId,
        days: Math.round((nowMs - before.getTime()) / dayMs)
      }))
      const some = series.adjustKeepDays(orgs, ({ id, keep_days }, days) =>
        blocks.keepFor({ seriesId: id, keepDays: keep_days }, days, dayOf(nowMs))
      )
      while (orgs.length > 0 && (yield* transaction.run(some)) > 0);
    })
    const drop = Effect.fnUntraced(function* (nowMs: number) {
      yield* partitions.dropDays(dayOf(nowMs))
      while (yield* transaction.run(series.deleteReleased));
    })
    const orLog = (fault: string) => Effect.catchDefect((defect) => Effect.logError(fault, defect))

    const all = Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      yield* adjust(nowMs)
      yield* orLog("old samples could not be dropped")(drop(nowMs))
      yield* orLog("recorded samples of an earlier version could not be moved into blocks")(old.moveAll)
      // Moving the samples of an earlier version may take long.
      yield* adjust(yield* Clock.currentTimeMillis)
      yield* compaction.run
    })
    const addHours = Effect.flatMap(Clock.currentTimeMillis, partitions.addHours)
    // Not behind the others: without a partition of its own, an hour's samples are late from its start on.
    yield* every("10 minutes", "partitions for recorded samples could not be added", addHours)
    yield* every("10 minutes", "recorded samples could not be moved into blocks", all)
  })
)
