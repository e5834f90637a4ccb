import { DateTime, Effect, Layer } from "effect"
import { every } from "../../../platform/schedule/every.ts"
import { MailedCodeStore } from "./MailedCodeStore.ts"

/** Deletes mailed codes that have expired, every hour. */
export const PortalSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const mailed = yield* MailedCodeStore
    const swept = Effect.flatMap(DateTime.now, (now) => mailed.deleteBefore(DateTime.toDateUtc(now)))
    yield* every("1 hour", "old mailed codes could not be deleted", swept)
  })
)
