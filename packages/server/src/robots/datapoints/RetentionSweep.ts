import { DateTime, Effect, Layer } from "effect"
import { Settings } from "../../platform/settings/Settings.ts"
import { regularly } from "../../platform/schedule/sweep.ts"
import { RecordingStore } from "./RecordingStore.ts"
import { RetentionQuota } from "./RetentionQuota.ts"

const fault = "old samples could not be looked after"

/** Deletes old samples every hour and measures what is kept every 15 minutes. */
export const RetentionSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* RecordingStore
    const quota = yield* RetentionQuota
    const { historyDays } = yield* Settings
    const sweep = Effect.gen(function* () {
      const oldest = DateTime.subtract(yield* DateTime.now, { days: historyDays })
      yield* store.deleteBefore(DateTime.toEpochMillis(oldest))
    })
    yield* regularly("1 hour", fault, sweep)
    yield* regularly("15 minutes", fault, quota.measure)
  })
)
