import { Effect, Schedule } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"

const everyMs = 100
const samples = 50

/** Sends the backlog at most 500 samples a second, so that live data always finds room. */
export const replayBacklog = Effect.gen(function* () {
  const outbox = yield* Outbox
  yield* Effect.repeat(
    Effect.sync(() => outbox.replay(samples)),
    Schedule.spaced(everyMs)
  )
})
