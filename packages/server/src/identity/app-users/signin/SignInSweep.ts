import { DateTime, Effect, Layer } from "effect"
import { every } from "../../../platform/schedule/sweep.ts"
import { LinkStore } from "../accounts/LinkStore.ts"
import { LoginCodeStore } from "./LoginCodeStore.ts"

/** Deletes codes and links that have expired, every ten minutes. */
export const SignInSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const codes = yield* LoginCodeStore
    const links = yield* LinkStore
    const purge = Effect.gen(function* () {
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* codes.purge(now)
      yield* links.purge(now)
    })
    yield* every("10 minutes", "old codes and links could not be deleted", purge)
  })
)
