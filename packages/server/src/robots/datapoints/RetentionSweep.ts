import { Effect, Layer } from "effect"
import { Retention } from "../../plans/Retention.ts"
import { every } from "../../platform/schedule/sweep.ts"
import { RecordingStore } from "./RecordingStore.ts"
import { RetentionQuota } from "./RetentionQuota.ts"

/** Deletes old samples every hour and measures what is kept every 15 minutes. */
export const RetentionSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* RecordingStore
    const quota = yield* RetentionQuota
    const retention = yield* Retention
    const sweep = Effect.flatMap(retention.cutoffs("history_days"), store.deleteOld)
    yield* every("1 hour", "old samples could not be deleted", sweep)
    yield* every("15 minutes", "stored samples could not be measured", quota.measure)
  })
)
