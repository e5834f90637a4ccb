import { DateTime, Effect, Layer } from "effect"
import { regularly } from "../../../platform/schedule/sweep.ts"
import { ConsoleCodeStore } from "./ConsoleCodeStore.ts"
import { InteractionStore } from "./InteractionStore.ts"
import { MailedCodeStore } from "./MailedCodeStore.ts"

/** Forgets sign-ins that are over, every hour. Spent codes are kept for a day: used again, they end their session. */
export const PortalSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const interactions = yield* InteractionStore
    const mailed = yield* MailedCodeStore
    const codes = yield* ConsoleCodeStore
    const swept = Effect.gen(function* () {
      const now = yield* DateTime.now
      yield* interactions.deleteBefore(DateTime.toDateUtc(now))
      yield* mailed.deleteBefore(DateTime.toDateUtc(now))
      yield* codes.deleteBefore(DateTime.toDateUtc(DateTime.subtract(now, { days: 1 })))
    })
    yield* regularly("1 hour", "old sign-ins could not be forgotten", swept)
  })
)
