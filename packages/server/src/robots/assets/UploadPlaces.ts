import { RateLimited } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { Effect, Semaphore, type Scope } from "effect"
import { makeKeyedSemaphore } from "../../platform/limits/KeyedSemaphore.ts"

/** Uploads that are under way at once: of one robot, and of all at this process. Each holds its bytes on disk or, for a bucket, a part of them in memory. */
const most = { robot: 4, process: 64 }
const retryAfterMs = 1_000

/** Uploads that are written down at once: each holds a connection to the database meanwhile. */
const endingAtOnce = 3

/** The places of uploads, and their turns at their ends. */
export const makeUploadPlaces = Effect.map(Semaphore.make(endingAtOnce), (ending) => {
  const byRobot = new Map<RobotId, number>()
  const oneOfRobot = makeKeyedSemaphore(1)
  let all = 0

  const leave = (robotId: RobotId) => {
    all--
    const left = byRobot.get(robotId)! - 1
    if (left === 0) byRobot.delete(robotId)
    else byRobot.set(robotId, left)
  }

  return {
    /** A place until the scope closes. */
    take: (robotId: RobotId): Effect.Effect<void, RateLimited, Scope.Scope> =>
      Effect.acquireRelease(
        Effect.suspend(() => {
          const taken = byRobot.get(robotId) ?? 0
          if (taken >= most.robot || all >= most.process)
            return Effect.fail(new RateLimited({ details: { retry_after_ms: retryAfterMs } }))
          byRobot.set(robotId, taken + 1)
          all++
          return Effect.void
        }),
        () => Effect.sync(() => leave(robotId))
      ),
    /** One after the other for a robot, and a few at a time in all: the others wait without a connection. */
    oneAtATime: <A, E, R>(robotId: RobotId, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      oneOfRobot(robotId)(ending.withPermit(work)),
    size: () => byRobot.size + all
  }
})
