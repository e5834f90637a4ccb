import { Api } from "@fleet/domain/api/Api"
import { CurrentApp } from "@fleet/domain/api/AppScope"
import { AuthConfigPreviewLimit } from "@fleet/domain/api/AuthConfigApi"
import { LogoType, maxLogoBytes } from "@fleet/domain/AuthConfig"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { UnsupportedMediaType } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Effect, Layer, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "../platform/limits/RateLimits.ts"
import { AuthConfigs } from "./AuthConfigs.ts"
import { HostedPreviews } from "./HostedPreviews.ts"

const tooLarge = refusalOf({ field: "body", rule: Rule.tooLarge })

const typeOf = (header: string | undefined) =>
  Schema.decodeUnknownEffect(LogoType)(header?.split(";", 1)[0]!.trim().toLowerCase()).pipe(
    Effect.mapError(() => new UnsupportedMediaType())
  )

/** The body's bytes, up to the limit of a logo; a body with a larger Content-Length is not read. */
const bytesOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  if (Number(request.headers["content-length"] ?? 0) > maxLogoBytes) return yield* Effect.fail(tooLarge)
  const bytes = Buffer.from(yield* Effect.orDie(request.arrayBuffer))
  return bytes.length > maxLogoBytes ? yield* Effect.fail(tooLarge) : bytes
})

const PreviewLimitLive = Layer.effect(
  AuthConfigPreviewLimit,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      yield* limits.take("auth_config_preview", (yield* CurrentApp).id)
      return yield* handled
    })
  )
)

export const AuthConfigHttp = HttpApiBuilder.group(
  Api,
  "authConfig",
  Effect.fnUntraced(function* (handlers) {
    const configs = yield* AuthConfigs
    const previews = yield* HostedPreviews
    return handlers
      .handleAll({
        get: () => Effect.flatMap(CurrentApp, configs.get),
        putRegistration: Effect.fnUntraced(function* ({ payload }) {
          return yield* configs.putRegistration(yield* CurrentDeveloper, yield* CurrentApp, payload)
        }),
        putSignIn: Effect.fnUntraced(function* ({ payload }) {
          return yield* configs.putSignIn(yield* CurrentDeveloper, yield* CurrentApp, payload)
        }),
        putUrls: Effect.fnUntraced(function* ({ payload }) {
          return yield* configs.putUrls(yield* CurrentDeveloper, yield* CurrentApp, payload)
        }),
        putMcp: Effect.fnUntraced(function* ({ payload }) {
          return yield* configs.putMcp(yield* CurrentDeveloper, yield* CurrentApp, payload)
        }),
        putLook: Effect.fnUntraced(function* ({ payload }) {
          return yield* configs.putLook(yield* CurrentDeveloper, yield* CurrentApp, payload)
        }),
        preview: Effect.fnUntraced(function* ({ payload }) {
          return yield* previews.make(yield* CurrentApp, payload)
        }),
        deleteLogo: Effect.fnUntraced(function* () {
          return yield* configs.deleteLogo(yield* CurrentDeveloper, yield* CurrentApp)
        })
      })
      .handleRaw(
        "putLogo",
        Effect.fnUntraced(function* ({ request }) {
          const mime = yield* typeOf(request.headers["content-type"])
          return yield* configs.putLogo(yield* CurrentDeveloper, yield* CurrentApp, mime, yield* bytesOf(request))
        })
      )
  })
).pipe(Layer.provide(PreviewLimitLive))
