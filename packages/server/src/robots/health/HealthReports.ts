import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { makeWriteBehind } from "../../platform/sql/makeWriteBehind.ts"
import { HealthQueue } from "./HealthQueue.ts"
import type { Observation } from "./Observation.ts"
import { ResourceHealths } from "./ResourceHealths.ts"

/** Observations that one transaction writes, at most. */
const atOnce = 200

/** Takes what producers observe of resources, and has it written: the newest of each, again while that fails. */
export class HealthReports extends Context.Service<
  HealthReports,
  {
    /** Synchronous. Written at once, and at most four times a second. */
    readonly observe: (observation: Observation) => void
    /** Writes what waits. */
    readonly flush: Effect.Effect<void>
    /** Writes what waits of a robot. */
    readonly flushOf: (robotId: RobotId) => Effect.Effect<void>
    /** Resources of which an observation waits. */
    readonly size: () => number
  }
>()("@fleet/server/HealthReports") {
  static readonly layer = Layer.effect(
    HealthReports,
    Effect.gen(function* () {
      const healths = yield* ResourceHealths
      const clock = yield* Clock.Clock
      const queue = new HealthQueue()
      const { flush, flushOf, size, wake } = yield* makeWriteBehind({
        name: "the health of resources",
        when: { onArrival: "250 millis" },
        atOnce,
        queue,
        write: (batch: ReadonlyArray<Observation>) => healths.record(batch, clock.currentTimeMillisUnsafe())
      })
      return HealthReports.of({
        observe: (observation) => {
          queue.add(observation)
          wake()
        },
        flush,
        flushOf,
        size
      })
    })
  )
}
