import { Effect, Layer } from "effect"
import { every } from "../../platform/schedule/every.ts"
import { RetentionQuota } from "./RetentionQuota.ts"

/** Measures what is kept every 15 minutes. */
export const RetentionMeasure = Layer.effectDiscard(
  Effect.gen(function* () {
    const quota = yield* RetentionQuota
    yield* every("15 minutes", "stored samples could not be measured", quota.measure)
  })
)
