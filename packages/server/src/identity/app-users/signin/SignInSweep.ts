import { DateTime, Effect, Layer } from "effect"
import { every } from "../../../platform/schedule/every.ts"
import { MailedLinkStore } from "../accounts/MailedLinkStore.ts"
import { ChallengeStore } from "./ChallengeStore.ts"
import { LoginCodeStore } from "./LoginCodeStore.ts"

/** Deletes what has expired: challenges every minute, codes and links every ten. */
export const SignInSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const challenges = yield* ChallengeStore
    const codes = yield* LoginCodeStore
    const links = yield* MailedLinkStore
    const now = Effect.map(DateTime.now, DateTime.toDateUtc)
    yield* every("1 minute", "old challenges could not be deleted", Effect.flatMap(now, challenges.purge))
    yield* every(
      "10 minutes",
      "old codes and links could not be deleted",
      Effect.flatMap(now, (at) => Effect.andThen(codes.purge(at), links.purge(at)))
    )
  })
)
