import { Clock, Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { HealthMessages } from "./HealthMessages.ts"
import { HealthReports } from "./HealthReports.ts"
import { ResourceHealths } from "./ResourceHealths.ts"
import { ResourceHealthStore } from "./ResourceHealthStore.ts"
import { every } from "../../platform/schedule/every.ts"

/** A loss of recording that no process has reported for so long is over: its process reports it every 30 s. */
const forgottenMs = 180_000

/** Recovers recordings of a process that has ended. */
const healthSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const healths = yield* ResourceHealths
    yield* every(
      "1 minute",
      "recordings that are over could not be stored",
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => healths.recoverOld(nowMs - forgottenMs, nowMs))
    )
  })
)

/** How cameras, configurations and recordings fare. Those who know it report it here. */
export const health = feature({
  stores: ResourceHealthStore.layer,
  services: HealthReports.layer.pipe(Layer.provideMerge(ResourceHealths.layer), Layer.provide(HealthMessages.layer)),
  background: healthSweep
})
