import { Clock, Effect, Layer } from "effect"
import { every } from "../../platform/schedule/every.ts"
import { ResourceHealths } from "./ResourceHealths.ts"

/** A recording whose loss no process has told of for so long is over: its process told of it every 30 s. */
const forgottenMs = 180_000

/** Recovers recordings of a process that has ended. */
export const HealthSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const healths = yield* ResourceHealths
    yield* every(
      "1 minute",
      "recordings that are over could not be stored",
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => healths.recoverOld(nowMs - forgottenMs, nowMs))
    )
  })
)
