import { Api } from "@fleet/domain/api/Api"
import { CurrentApp, CurrentOidcProvider } from "@fleet/domain/api/AppScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OidcProviders } from "./OidcProviders.ts"

export const OidcProvidersHttp = HttpApiBuilder.group(
  Api,
  "oidcProviders",
  Effect.fnUntraced(function* (handlers) {
    const providers = yield* OidcProviders
    return handlers.handleAll({
      get: Effect.fnUntraced(function* () {
        return yield* CurrentOidcProvider
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        return yield* providers.update(yield* CurrentDeveloper, yield* CurrentApp, yield* CurrentOidcProvider, payload)
      }),
      delete: Effect.fnUntraced(function* () {
        yield* providers.delete(yield* CurrentDeveloper, yield* CurrentApp, yield* CurrentOidcProvider)
      }),
      list: Effect.fnUntraced(function* () {
        return { providers: yield* providers.list(yield* CurrentApp) }
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* providers.create(yield* CurrentDeveloper, yield* CurrentApp, payload)
      })
    })
  })
)
