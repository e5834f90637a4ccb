import { Effect, Layer } from "effect"
import { every } from "../platform/schedule/every.ts"
import { UsageCounters } from "./UsageCounters.ts"

/** Writes what was counted of use, and folds the days that are over. */
export const UsageWriting = Layer.effectDiscard(
  Effect.gen(function* () {
    const { flush, fold } = yield* UsageCounters
    yield* every("30 seconds", "use could not be written", flush)
    yield* every("1 hour", "days of use could not be folded", fold)
  })
)
