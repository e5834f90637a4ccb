import { Api } from "@fleet/domain/api/Api"
import { CurrentApp, CurrentRole } from "@fleet/domain/api/AppScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Permissions } from "./Permissions.ts"
import { RoleDatasheets } from "./RoleDatasheets.ts"
import { Roles } from "./Roles.ts"

export const RolesHttp = HttpApiBuilder.group(
  Api,
  "roles",
  Effect.fnUntraced(function* (handlers) {
    const roles = yield* Roles
    const permissions = yield* Permissions
    const datasheets = yield* RoleDatasheets
    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* roles.create(yield* CurrentDeveloper, yield* CurrentApp, payload.name)
      }),
      list: Effect.fnUntraced(function* () {
        return { roles: yield* roles.list(yield* CurrentApp) }
      }),
      rename: Effect.fnUntraced(function* ({ payload }) {
        return yield* roles.rename(yield* CurrentDeveloper, yield* CurrentApp, yield* CurrentRole, payload.name)
      }),
      delete: Effect.fnUntraced(function* ({ query }) {
        yield* roles.delete(yield* CurrentDeveloper, yield* CurrentApp, yield* CurrentRole, query.move_to)
      }),
      permissions: Effect.fnUntraced(function* () {
        return yield* permissions.get(yield* CurrentApp, yield* CurrentRole)
      }),
      putPermissions: Effect.fnUntraced(function* ({ payload }) {
        return yield* permissions.put(yield* CurrentDeveloper, yield* CurrentApp, yield* CurrentRole, payload)
      }),
      datasheet: Effect.fnUntraced(function* () {
        return yield* datasheets.get(yield* CurrentDeveloper, yield* CurrentApp, yield* CurrentRole)
      }),
      explain: Effect.fnUntraced(function* ({ query }) {
        return yield* permissions.explain(yield* CurrentApp, yield* CurrentRole, query.robot_id, query.slug)
      })
    })
  })
)
