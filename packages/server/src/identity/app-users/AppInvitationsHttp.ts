import { Api } from "@fleet/domain/api/Api"
import { CurrentApp, TargetAppInvitation } from "@fleet/domain/api/AppScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AppInvitations } from "./AppInvitations.ts"

export const AppInvitationsHttp = HttpApiBuilder.group(
  Api,
  "appInvitations",
  Effect.fnUntraced(function* (handlers) {
    const invitations = yield* AppInvitations
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { invitations: yield* invitations.list(yield* CurrentApp) }
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* invitations.create(yield* CurrentDeveloper, yield* CurrentApp, payload)
      }),
      reissue: Effect.fnUntraced(function* () {
        return yield* invitations.reissue(yield* CurrentDeveloper, yield* CurrentApp, yield* TargetAppInvitation)
      }),
      delete: Effect.fnUntraced(function* () {
        yield* invitations.revoke(yield* CurrentDeveloper, yield* CurrentApp, yield* TargetAppInvitation)
      })
    })
  })
)
