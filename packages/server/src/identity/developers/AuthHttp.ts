import { Api } from "@fleet/domain/api/Api"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DeveloperAuth } from "./DeveloperAuth.ts"
import { Sessions } from "../sessions/Sessions.ts"

export const AuthHttp = HttpApiBuilder.group(
  Api,
  "auth",
  Effect.fnUntraced(function* (handlers) {
    const developers = yield* DeveloperAuth
    const sessions = yield* Sessions
    return handlers.handleAll({
      me: Effect.fnUntraced(function* () {
        return yield* developers.me(yield* CurrentDeveloper)
      }),
      patchMe: Effect.fnUntraced(function* ({ payload }) {
        return yield* developers.rename(yield* CurrentDeveloper, payload.display_name)
      }),
      refresh: ({ payload }) => sessions.refresh("developer", Redacted.make(payload.refresh_token)),
      logout: ({ payload }) => sessions.end("developer", Redacted.make(payload.refresh_token))
    })
  })
)
