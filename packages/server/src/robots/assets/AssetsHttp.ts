import { Api } from "@fleet/domain/api/Api"
import { CurrentAssets } from "@fleet/domain/api/AssetScope"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Assets, neverUploaded } from "./Assets.ts"
import { fileAnswer, revalidated, urdfAnswer } from "./fileAnswerHttp.ts"
import { requestOrigin } from "./originHttp.ts"

export const AssetsHttp = HttpApiBuilder.group(
  Api,
  "assets",
  Effect.fnUntraced(function* (handlers) {
    const assets = yield* Assets
    const origin = yield* requestOrigin
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return yield* assets.list(yield* CurrentAssets)
      }),
      missing: () => neverUploaded,
      file: Effect.fnUntraced(function* ({ params }) {
        const asset = yield* assets.find((yield* CurrentAssets).robotId, params.assetId)
        return yield* fileAnswer(assets.read, asset, revalidated)
      }),
      link: Effect.fnUntraced(function* ({ params }) {
        const asset = yield* assets.find((yield* CurrentAssets).robotId, params.assetId)
        return yield* assets.link(asset, yield* origin)
      }),
      links: Effect.fnUntraced(function* () {
        const { robotId } = yield* CurrentAssets
        return yield* assets.links(robotId, yield* origin)
      }),
      urdf: Effect.fnUntraced(function* () {
        return urdfAnswer(yield* assets.urdf(yield* CurrentAssets, yield* origin), revalidated)
      }),
      urdfLink: Effect.fnUntraced(function* () {
        const { robotId } = yield* CurrentAssets
        return yield* assets.link(yield* assets.findUrdf(robotId), yield* origin)
      })
    })
  })
)
