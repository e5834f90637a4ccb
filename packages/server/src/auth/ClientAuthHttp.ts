import { Api } from "@fleet/domain/api/Api"
import { CurrentCaller } from "@fleet/domain/Caller"
import { identityOf } from "@fleet/domain/ClientIdentity"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/unstable/httpapi"
import { ClientAuth } from "./ClientAuth.ts"
import { Sessions } from "./Sessions.ts"

export const ClientAuthHttp = HttpApiBuilder.group(
  Api,
  "clientAuth",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* ClientAuth
    const sessions = yield* Sessions
    return handlers.handleAll({
      me: () => Effect.map(CurrentCaller, identityOf),
      login: ({ payload }) => clients.login(payload),
      refresh: ({ payload }) => sessions.refresh("app_user", Redacted.make(payload.refresh_token)),
      logout: ({ payload }) => sessions.end("app_user", Redacted.make(payload.refresh_token))
    })
  })
)
