import { Effect, Layer } from "effect"
import { RobotRecords } from "../../stored/RobotRecords.ts"
import { LiveNode } from "./LiveRpc.ts"

/** A robot that somebody watches is deleted by force only, and its live sessions end first. */
export const StoredLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const live = yield* LiveNode
    yield* records.register({
      holdings: ({ robotId }) => Effect.map(live.isWatched({ robotId }), (had_live_session) => ({ had_live_session })),
      isInUse: (robotId) => live.isWatched({ robotId }),
      drop: { step: "live_sessions", run: ({ robotId }) => live.endRobot({ robotId }) }
    })
  })
)
