import type { App } from "@fleet/domain/Apps"
import { AuthConfigPreviewRequest, type AuthConfigPreviewResponse } from "@fleet/domain/AuthConfig"
import { AppId } from "@fleet/domain/Ids"
import { Clock, Context, DateTime, Effect, Layer, Schema } from "effect"
import { Sealing } from "../platform/crypto/Sealing.ts"
import { Settings } from "../platform/settings/Settings.ts"

/** How long the address of a preview is good, in milliseconds. */
export const previewMs = 300_000

const context = "hosted preview"
const Token = Schema.fromJsonString(
  Schema.Struct({ app: AppId, untilMs: Schema.Finite, asked: Schema.toCodecJson(AuthConfigPreviewRequest) })
)
const encode = Schema.encodeSync(Token)
const decode = Schema.decodeUnknownOption(Token)

/** Addresses of hosted pages for the console. What they show is sealed in them: nothing is kept. */
export class HostedPreviews extends Context.Service<
  HostedPreviews,
  {
    readonly make: (app: App, asked: AuthConfigPreviewRequest) => Effect.Effect<AuthConfigPreviewResponse>
    /** What a token of the app shows; null for one that is over or none of the app's. */
    readonly read: (appId: AppId, token: string | null) => Effect.Effect<AuthConfigPreviewRequest | null>
  }
>()("@fleet/server/HostedPreviews") {
  static readonly layer = Layer.effect(
    HostedPreviews,
    Effect.gen(function* () {
      const sealing = yield* Sealing
      const { portalUrl } = yield* Settings
      return HostedPreviews.of({
        make: Effect.fn("HostedPreviews.make")(function* ({ id, identifier }, asked) {
          const untilMs = (yield* Clock.currentTimeMillis) + previewMs
          const token = Buffer.from(sealing.seal(encode({ app: id, untilMs, asked }), context)).toString("base64url")
          return {
            url: `${portalUrl}/app/${identifier}/preview?show=${token}`,
            expires_at: DateTime.makeUnsafe(untilMs)
          }
        }),
        read: Effect.fn("HostedPreviews.read")(function* (appId, token) {
          const text = yield* Effect.option(sealing.open(Buffer.from(token ?? "", "base64url"), context))
          const found = text._tag === "None" ? text : decode(text.value)
          if (found._tag === "None") return null
          const { app, asked, untilMs } = found.value
          return app === appId && (yield* Clock.currentTimeMillis) < untilMs ? asked : null
        })
      })
    })
  )
}
