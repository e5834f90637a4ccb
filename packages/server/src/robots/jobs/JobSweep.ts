import { Effect, Layer } from "effect"
import { Retention } from "../../plans/Retention.ts"
import { every } from "../../platform/schedule/every.ts"
import { JobSweepStore } from "./JobSweepStore.ts"

/** Deletes old jobs every hour. */
export const JobSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* JobSweepStore
    const retention = yield* Retention
    yield* every("1 hour", "old jobs could not be deleted", retention.forget("history_days", store.deleteOld))
  })
)
