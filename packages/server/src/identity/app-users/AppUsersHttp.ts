import { Api } from "@fleet/domain/api/Api"
import { CurrentApp, TargetAppUser } from "@fleet/domain/api/AppScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AppUserAccess } from "./AppUserAccess.ts"
import { AppUsers } from "./AppUsers.ts"

export const AppUsersHttp = HttpApiBuilder.group(
  Api,
  "appUsers",
  Effect.fnUntraced(function* (handlers) {
    const users = yield* AppUsers
    const access = yield* AppUserAccess
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { users: yield* users.list(yield* CurrentApp) }
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* users.create(yield* CurrentDeveloper, yield* CurrentApp, payload)
      }),
      get: () => TargetAppUser,
      update: Effect.fnUntraced(function* ({ payload }) {
        return yield* users.update(yield* CurrentDeveloper, yield* CurrentApp, yield* TargetAppUser, payload)
      }),
      delete: Effect.fnUntraced(function* () {
        yield* users.delete(yield* CurrentDeveloper, yield* CurrentApp, yield* TargetAppUser)
      }),
      resetPassword: Effect.fnUntraced(function* () {
        return { mail: yield* access.resetPassword(yield* CurrentApp, yield* TargetAppUser) }
      }),
      resetTwoFactor: Effect.fnUntraced(function* () {
        yield* access.resetTwoFactor(yield* CurrentDeveloper, yield* CurrentApp, yield* TargetAppUser)
      })
    })
  })
)
