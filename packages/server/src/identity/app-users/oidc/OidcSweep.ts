import { DateTime, Effect, Layer } from "effect"
import { every } from "../../../platform/schedule/every.ts"
import { OidcCodeStore } from "./OidcCodeStore.ts"
import { OidcInteractionStore } from "./OidcInteractionStore.ts"

/** Deletes sign-ins and codes that nobody came back with, every ten minutes. */
export const OidcSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const codes = yield* OidcCodeStore
    const interactions = yield* OidcInteractionStore
    const purge = Effect.gen(function* () {
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* codes.purge(now)
      yield* interactions.purge(now)
    })
    yield* every("10 minutes", "old sign-ins through providers could not be deleted", purge)
  })
)
