import { Api } from "@fleet/domain/api/Api"
import { CurrentAssets } from "@fleet/domain/api/AssetScope"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Recordings } from "./Recordings.ts"

export const RecordingsHttp = HttpApiBuilder.group(
  Api,
  "recordings",
  Effect.fnUntraced(function* (handlers) {
    const recordings = yield* Recordings
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return yield* recordings.list((yield* CurrentAssets).robotId)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* recordings.get((yield* CurrentAssets).robotId, params.recordingId)
      })
    })
  })
)
