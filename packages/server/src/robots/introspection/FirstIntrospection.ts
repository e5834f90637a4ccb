import type { RobotId } from "@fleet/domain/Ids"
import { Effect, Layer } from "effect"
import { every } from "../../platform/schedule/sweep.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { IntrospectionStore } from "./IntrospectionStore.ts"
import { Introspections } from "./Introspections.ts"

/** Robots that one round looks up, and how many are asked at a time: a storm of hellos comes before their graphs. */
const robotsAtOnce = 500
const askedAtOnce = 32

/** Reads the graph of each robot that connects and was never read, so that its first draft is checked against it. */
export const FirstIntrospection = Layer.effectDiscard(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const store = yield* IntrospectionStore
    const introspections = yield* Introspections
    const attached = new Set<RobotId>()

    yield* homes.register({
      open: ({ robotId }) => ({
        isVacant: true,
        attach: () => void attached.add(robotId),
        detach: () => void attached.delete(robotId),
        forget: () => void attached.delete(robotId)
      })
    })

    /**
     * A fault with one robot keeps none of the others from being read. One that has left before its turn is asked where it
     * connects next.
     */
    const firstRead = (robotId: RobotId) =>
      Effect.suspend(() => (homes.link(robotId) === undefined ? Effect.void : introspections.refresh(robotId))).pipe(
        Effect.ignore,
        Effect.catchCause((cause) => Effect.logError("a robot could not be introspected", cause))
      )

    const round = Effect.gen(function* () {
      const robotIds = [...attached].slice(0, robotsAtOnce)
      if (robotIds.length === 0) return
      const unread = yield* store.unread(robotIds)
      for (const robotId of robotIds) attached.delete(robotId)
      // A robot that does not answer is asked again when it connects again.
      yield* Effect.forEach(unread, (robotId) => firstRead(robotId), {
        concurrency: askedAtOnce,
        discard: true
      })
    })
    yield* every("1 second", "robots could not be introspected", round)
  })
)
