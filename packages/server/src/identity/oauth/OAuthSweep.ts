import { DateTime, Effect, Layer } from "effect"
import { every } from "../../platform/schedule/every.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { InteractionStore } from "./InteractionStore.ts"

/** Deletes ended sign-ins, every hour. Spent codes are kept for a day: used again, they end their session. */
export const OAuthSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const interactions = yield* InteractionStore
    const codes = yield* AuthorizationCodeStore
    const swept = Effect.gen(function* () {
      const now = yield* DateTime.now
      yield* interactions.deleteBefore(DateTime.toDateUtc(now))
      yield* codes.deleteBefore(DateTime.toDateUtc(DateTime.subtract(now, { days: 1 })))
    })
    yield* every("1 hour", "old sign-ins could not be deleted", swept)
  })
)
