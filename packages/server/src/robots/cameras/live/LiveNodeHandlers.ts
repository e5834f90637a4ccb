import { Effect } from "effect"
import { LiveQuestion } from "./LiveRpc.ts"
import { LiveSessions } from "./LiveSessions.ts"

/** Live video of the robots whose bridges this process holds. */
export const LiveNodeHandlers = LiveQuestion.toLayer(
  Effect.map(LiveSessions, (live) => ({
    start: ({ caller, ...target }) => live.start(caller, target),
    release: ({ caller, id, ...target }) => live.release(caller, target, id),
    isWatched: ({ robotId }) => Effect.sync(() => live.ofRobot(robotId).length > 0),
    endRobot: ({ robotId }) => Effect.sync(() => live.endRobot(robotId))
  }))
)
