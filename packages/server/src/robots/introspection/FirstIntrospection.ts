import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Effect, Layer } from "effect"
import { every } from "../../platform/schedule/every.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { IntrospectionStore } from "./IntrospectionStore.ts"
import { Introspections } from "./Introspections.ts"

/** Robots that one round looks up, and how many are asked at a time: a storm of hellos comes before their graphs. */
const robotsAtOnce = 500
const askedAtOnce = 32

/** A robot that did not answer is asked again after this, then after twice as long each time, up to the longest. */
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000

/** A connected robot that may never have been read. */
interface Waiting {
  /** 0 for one that was not asked yet. */
  readonly dueMs: number
  readonly pauseMs: number
}

/**
 * Reads the graph of each robot that connects and was never read, so that its first draft is checked against it. A bridge
 * may be there before its robot's nodes are: it does not answer then, and is asked again.
 */
export const FirstIntrospection = Layer.effectDiscard(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const store = yield* IntrospectionStore
    const introspections = yield* Introspections
    const waiting = new Map<RobotId, Waiting>()

    yield* homes.register({
      open: ({ robotId }) => ({
        isVacant: true,
        attach: () => void waiting.set(robotId, { dueMs: 0, pauseMs: firstPauseMs }),
        detach: () => void waiting.delete(robotId),
        forget: () => void waiting.delete(robotId)
      })
    })

    /** Those that have just connected; without any, some of those that did not answer. */
    const dueAt = (nowMs: number): ReadonlyMap<RobotId, Waiting> => {
      const fresh = new Map<RobotId, Waiting>()
      const again = new Map<RobotId, Waiting>()
      for (const [robotId, each] of waiting) {
        if (each.dueMs === 0 && fresh.size < robotsAtOnce) fresh.set(robotId, each)
        else if (each.dueMs > 0 && each.dueMs <= nowMs && again.size < askedAtOnce) again.set(robotId, each)
      }
      return fresh.size > 0 ? fresh : again
    }

    /** One that has left is asked where it connects next, and one that has come back waits already. */
    const askLater = (robotId: RobotId, pauseMs: number) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        if (homes.link(robotId) === undefined || waiting.has(robotId)) return
        waiting.set(robotId, { dueMs: nowMs + pauseMs, pauseMs: Math.min(2 * pauseMs, longestPauseMs) })
      })

    /** A fault with one robot keeps none of the others from being read. */
    const firstRead = (robotId: RobotId, { pauseMs }: Waiting) =>
      Effect.suspend(() => (homes.link(robotId) === undefined ? Effect.void : introspections.refresh(robotId))).pipe(
        Effect.catchTag(["bridge_timeout", "robot_failure"], () => askLater(robotId, pauseMs)),
        Effect.ignore,
        Effect.catchCause((cause) => Effect.logError("a robot could not be introspected", cause))
      )

    const round = Effect.gen(function* () {
      const due = dueAt(yield* Clock.currentTimeMillis)
      if (due.size === 0) return
      const unread = yield* store.unread([...due.keys()])
      for (const robotId of due.keys()) waiting.delete(robotId)
      yield* Effect.forEach(unread, (robotId) => firstRead(robotId, due.get(robotId)!), {
        concurrency: askedAtOnce,
        discard: true
      })
    })
    yield* every("1 second", "robots could not be introspected", round)
  })
)
