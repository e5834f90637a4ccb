import { DateTime, Effect, Layer } from "effect"
import { RecordingStore } from "./RecordingStore.ts"
import { RetentionQuota } from "./RetentionQuota.ts"

/** How long samples live: `history_days` of the basic plan. */
const historyDays = 7

const regularly = (work: Effect.Effect<void>, pause: "1 hour" | "15 minutes") =>
  work.pipe(
    Effect.catchDefect((cause) => Effect.logError("old samples could not be looked after", cause)),
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever,
    Effect.forkScoped
  )

/** Deletes old samples every hour and measures what is kept every 15 minutes. */
export const RetentionSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* RecordingStore
    const quota = yield* RetentionQuota
    const sweep = Effect.gen(function* () {
      const oldest = DateTime.subtract(yield* DateTime.now, { days: historyDays })
      yield* store.deleteBefore(DateTime.toEpochMillis(oldest))
    })
    yield* regularly(sweep, "1 hour")
    yield* regularly(quota.measure, "15 minutes")
  })
)
