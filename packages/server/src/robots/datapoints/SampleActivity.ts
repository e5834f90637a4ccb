import { Clock, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { ActivityPart } from "./ActivityPart.ts"

/** Samples in the activity of their org, thinned where they arrive. */
export const SampleActivity = Layer.effectDiscard(
  Effect.gen(function* () {
    const bus = yield* Bus
    const clock = yield* Clock.Clock
    const homes = yield* RobotHomes
    const nowMs = () => clock.currentTimeMillisUnsafe()
    yield* homes.register({ open: (home) => new ActivityPart(home, bus, nowMs) })
  })
)
