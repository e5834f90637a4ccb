import { Api } from "@fleet/domain/api/Api"
import { CurrentAssets } from "@fleet/domain/api/AssetScope"
import { AssetList } from "@fleet/domain/Assets"
import { Effect, Schema, Struct } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Assets, type ListedAssets, neverUploaded } from "./Assets.ts"
import { fileAnswer, revalidated, urdfAnswer } from "./fileAnswerHttp.ts"
import { requestOrigin } from "./originHttp.ts"

const encodeList = Schema.encodeSync(Schema.Struct(Struct.omit(AssetList.fields, ["urdf"])))

/** What a URDF lacks is written as the JSON that it is. */
const listAnswer = ({ urdf, ...list }: ListedAssets) =>
  HttpServerResponse.uint8Array(
    Buffer.concat([Buffer.from(`${JSON.stringify(encodeList(list)).slice(0, -1)},"urdf":`), urdf, Buffer.from("}")]),
    { contentType: "application/json" }
  )

export const AssetsHttp = HttpApiBuilder.group(
  Api,
  "assets",
  Effect.fnUntraced(function* (handlers) {
    const assets = yield* Assets
    const origin = yield* requestOrigin
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return listAnswer(yield* assets.list(yield* CurrentAssets))
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
