import { Api } from "@fleet/domain/api/Api"
import { ClientOidcCallbackQuery } from "@fleet/domain/ClientOidc"
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { uniqueParameters } from "../../oauth/uniqueParameters.ts"
import { OidcExchange } from "./OidcExchange.ts"
import { OidcSignIns } from "./OidcSignIns.ts"
import { unknownStatePage } from "./unknownStatePage.ts"

const { state: State } = ClientOidcCallbackQuery.fields
const decodeState = Schema.decodeUnknownOption(State)
const decodeQuery = Schema.decodeUnknownOption(ClientOidcCallbackQuery)

const redirect = (location: string) =>
  HttpServerResponse.redirect(location, {
    status: 302,
    headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

export const ClientOidcHttp = HttpApiBuilder.group(
  Api,
  "clientOidc",
  Effect.fnUntraced(function* (handlers) {
    const signIns = yield* OidcSignIns
    const exchanges = yield* OidcExchange
    return handlers
      .handleAll({
        exchange: ({ payload }) => exchanges.exchange(payload),
        start: Effect.fnUntraced(function* ({ params, query }) {
          return redirect(yield* signIns.start({ ...query, slug: params.slug, isHosted: false }))
        })
      })
      .handleRaw(
        "callback",
        Effect.fnUntraced(function* ({ request }) {
          const { parameters, repeated } = uniqueParameters(request.url)
          const state = repeated === "state" ? Option.none() : decodeState(parameters["state"])
          if (Option.isNone(state)) return unknownStatePage(request)
          // An answer that is not readable is one without a code.
          const returned = repeated === undefined ? Option.getOrNull(decodeQuery(parameters)) : null
          const location = yield* signIns.finish(state.value, returned)
          return Option.isSome(location) ? redirect(location.value) : unknownStatePage(request)
        })
      )
  })
)
