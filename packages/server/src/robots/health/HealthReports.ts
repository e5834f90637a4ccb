import { Clock, Context, Effect, Layer, Queue, Semaphore } from "effect"
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
    /** Resources of which an observation waits. */
    readonly size: () => number
  }
>()("@fleet/server/HealthReports") {
  static readonly layer = Layer.effect(
    HealthReports,
    Effect.gen(function* () {
      const healths = yield* ResourceHealths
      const clock = yield* Clock.Clock
      const woken = yield* Queue.sliding<void>(1)
      const queue = new HealthQueue()
      const now = () => clock.currentTimeMillisUnsafe()

      const writeSome = Effect.suspend(() => {
        const batch = queue.take(atOnce)
        return Effect.onError(healths.record(batch, now()), () => Effect.sync(() => queue.giveBack(batch)))
      })
      const oneWriter = yield* Semaphore.make(1)
      const flush = oneWriter.withPermit(
        Effect.whileLoop({ while: () => queue.size > 0, body: () => writeSome, step: () => undefined })
      )

      yield* Effect.addFinalizer(() => Effect.ignoreCause(flush, { log: true }))
      yield* Queue.take(woken).pipe(
        Effect.andThen(flush),
        Effect.andThen(Effect.sleep("250 millis")),
        Effect.catchDefect((defect) =>
          Effect.logError("the health of resources could not be stored; retrying", defect).pipe(
            Effect.andThen(Effect.sleep("1 second")),
            Effect.andThen(Queue.offer(woken, undefined))
          )
        ),
        Effect.forever,
        Effect.forkScoped
      )
      return HealthReports.of({
        observe: (observation) => {
          queue.add(observation)
          Queue.offerUnsafe(woken, undefined)
        },
        flush,
        size: () => queue.size
      })
    })
  )
}
