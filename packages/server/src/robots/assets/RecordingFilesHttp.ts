import { Api } from "@fleet/domain/api/Api"
import { CurrentAssets } from "@fleet/domain/api/AssetScope"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Assets } from "./Assets.ts"
import { fileAnswer, revalidated } from "./fileAnswerHttp.ts"
import { requestOrigin } from "./originHttp.ts"

export const RecordingFilesHttp = HttpApiBuilder.group(
  Api,
  "recordingFiles",
  Effect.fnUntraced(function* (handlers) {
    const assets = yield* Assets
    const origin = yield* requestOrigin
    return handlers.handleAll({
      file: Effect.fnUntraced(function* ({ params }) {
        const asset = yield* assets.findRecording((yield* CurrentAssets).robotId, params.recordingId)
        return yield* fileAnswer(assets.read, asset, revalidated)
      }),
      link: Effect.fnUntraced(function* ({ params }) {
        const asset = yield* assets.findRecording((yield* CurrentAssets).robotId, params.recordingId)
        return yield* assets.link(asset, yield* origin)
      })
    })
  })
)
