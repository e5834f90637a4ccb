import { Effect, Layer } from "effect"
import { RobotRecords } from "../../stored/RobotRecords.ts"
import { LiveSessions } from "./LiveSessions.ts"

/** A robot that somebody watches is deleted by force only, and its live sessions end first. */
export const StoredLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const live = yield* LiveSessions
    yield* records.register({
      holdings: ({ robotId }) => Effect.sync(() => ({ had_live_session: live.ofRobot(robotId).length > 0 })),
      isInUse: (robotId) => live.ofRobot(robotId).length > 0,
      drop: { step: "live_sessions", run: ({ robotId }) => Effect.sync(() => live.endRobot(robotId)) }
    })
  })
)
