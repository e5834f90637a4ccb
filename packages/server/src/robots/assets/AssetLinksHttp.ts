import { Api } from "@fleet/domain/api/Api"
import { NotFound } from "@fleet/domain/Errors"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AssetLinks } from "./AssetLinks.ts"
import { Assets, neverUploaded } from "./Assets.ts"
import { fileAnswer, urdfAnswer } from "./fileAnswerHttp.ts"
import { requestOrigin } from "./originHttp.ts"

export const AssetLinksHttp = HttpApiBuilder.group(
  Api,
  "assetLinks",
  Effect.fnUntraced(function* (handlers) {
    const assets = yield* Assets
    const links = yield* AssetLinks
    const origin = yield* requestOrigin

    /** Whatever is wrong with a link, the answer is the same. */
    const file = Effect.fnUntraced(
      function* (token: string) {
        const { asset, expiresAtMs } = yield* Option.match(yield* links.read(token), {
          onNone: () => Effect.fail(new NotFound()),
          onSome: Effect.succeed
        })
        if (asset.kind !== "urdf") return yield* fileAnswer(assets.read, asset, "no-store")
        return urdfAnswer(yield* assets.linkedUrdf(asset, yield* origin, expiresAtMs), "no-store")
      },
      Effect.catchTag("internal_error", () => Effect.fail(new NotFound()))
    )

    return handlers.handleAll({
      missing: () => neverUploaded,
      file: ({ params }) => file(params.token),
      namedFile: ({ params }) => file(params.token)
    })
  })
)
