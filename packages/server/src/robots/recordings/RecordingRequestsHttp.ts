import { Api } from "@fleet/domain/api/Api"
import { CurrentRobot } from "@fleet/domain/api/RobotScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Recordings } from "./Recordings.ts"

export const RecordingRequestsHttp = HttpApiBuilder.group(
  Api,
  "recordingRequests",
  Effect.fnUntraced(function* (handlers) {
    const recordings = yield* Recordings
    return handlers.handleAll({
      cut: Effect.fnUntraced(function* () {
        return yield* recordings.cut(yield* CurrentDeveloper, yield* CurrentRobot)
      }),
      delete: Effect.fnUntraced(function* ({ params }) {
        yield* recordings.delete(yield* CurrentDeveloper, yield* CurrentRobot, params.recordingId)
      })
    })
  })
)
