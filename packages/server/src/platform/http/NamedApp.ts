import { Slug } from "@fleet/domain/Slug"
import { Effect, Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { rememberApp } from "./RequestCaller.ts"
import { AllowedOrigins } from "./AllowedOrigins.ts"

const Naming = Schema.Struct({ app_identifier: Slug })
const decodeBody = Schema.decodeUnknownOption(Schema.fromJsonString(Naming))
const decodeQuery = Schema.decodeUnknownOption(Naming)

/**
 * Remembers the app that a client route's body or query names, for the cross-origin rules: also where the request is
 * refused for something else. Answers what to do with a body's text; an unknown identifier counts as none.
 */
export const namedApps = Effect.map(AllowedOrigins, (origins) => {
  const remember = Effect.fnUntraced(function* (naming: Option.Option<typeof Naming.Type>) {
    if (Option.isNone(naming)) return
    const app = yield* origins.named(naming.value.app_identifier)
    if (Option.isSome(app)) yield* rememberApp(app.value)
  })

  return ({ headers, url }: HttpServerRequest.HttpServerRequest) => {
    const isAsked = headers["origin"] !== undefined && url.startsWith("/api/client/")
    return {
      query: (): Effect.Effect<void> =>
        isAsked ? remember(decodeQuery(Object.fromEntries(new URLSearchParams(url.split("?")[1])))) : Effect.void,
      body: (text: string): Effect.Effect<void> => (isAsked ? remember(decodeBody(text)) : Effect.void)
    }
  }
})
