import { DateTime, Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { SessionStore } from "./SessionStore.ts"
import { Sessions } from "./Sessions.ts"
import { every } from "../../platform/schedule/every.ts"

/** Ended sessions are kept a day, expired ones 30 days, so that their tokens are answered as revoked or expired. */
const keptDays = { ended: 1, expired: 30 }

/** Forgets, every hour, sessions that can answer nothing any more. */
const sessionSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* SessionStore
    const sweep = Effect.gen(function* () {
      const now = yield* DateTime.now
      const before = (days: number) => DateTime.toDateUtc(DateTime.subtract(now, { days }))
      yield* store.forget({ endedBefore: before(keptDays.ended), expiredBefore: before(keptDays.expired) })
    })
    yield* every("1 hour", "old sessions could not be forgotten", sweep)
  })
)

/** Sign-ins that last: refresh families and their ends. */
export const sessions = feature({
  stores: SessionStore.layer,
  services: Sessions.layer,
  background: sessionSweep
})
