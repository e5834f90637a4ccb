import { Api } from "@fleet/domain/api/Api"
import { CurrentApp, CurrentServerKey } from "@fleet/domain/api/AppScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ServerKeys } from "./ServerKeys.ts"

export const ServerKeysHttp = HttpApiBuilder.group(
  Api,
  "serverKeys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* ServerKeys
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { server_keys: yield* keys.list(yield* CurrentApp) }
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* keys.create(yield* CurrentDeveloper, yield* CurrentApp, payload.name)
      }),
      rotate: Effect.fnUntraced(function* () {
        return yield* keys.rotate(yield* CurrentDeveloper, yield* CurrentApp, yield* CurrentServerKey)
      }),
      delete: Effect.fnUntraced(function* () {
        yield* keys.revoke(yield* CurrentDeveloper, yield* CurrentApp, yield* CurrentServerKey)
      })
    })
  })
)
