import { DateTime, Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { AuthorizationCodes } from "./AuthorizationCodes.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { Interactions } from "./Interactions.ts"
import { InteractionStore } from "./InteractionStore.ts"
import { OAuthClients } from "./OAuthClients.ts"
import { every } from "../../platform/schedule/every.ts"

/** Deletes ended sign-ins, every hour. Spent codes are kept for a day: used again, they end their session. */
const oauthSweep = Layer.effectDiscard(
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

/** Sign-ins for clients: interactions, authorization codes, and the clients. */
export const oauth = feature({
  stores: Layer.mergeAll(AuthorizationCodeStore.layer, InteractionStore.layer),
  services: Interactions.layer.pipe(Layer.provideMerge(Layer.mergeAll(AuthorizationCodes.layer, OAuthClients.layer))),
  background: oauthSweep
})
