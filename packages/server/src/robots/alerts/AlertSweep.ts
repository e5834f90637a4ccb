import { Effect, Layer } from "effect"
import { Retention } from "../../plans/Retention.ts"
import { every } from "../../platform/schedule/every.ts"
import { AlertTransitionStore } from "./AlertTransitionStore.ts"

/** Deletes old moves of alerts every hour: they are kept as long as the audit rows about them. */
export const AlertSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* AlertTransitionStore
    const retention = yield* Retention
    yield* every("1 hour", "old moves of alerts could not be deleted", retention.forget("audit_days", store.deleteOld))
  })
)
