import type { App } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import type { RoleDatasheetResponse } from "@fleet/domain/Datasheet"
import type { NotFound } from "@fleet/domain/Errors"
import type { Role } from "@fleet/domain/Roles"
import { Context, type Effect } from "effect"

/** What a role may do with the robots of its app. Implemented by the folder of robots. */
export class RoleDatasheets extends Context.Service<
  RoleDatasheets,
  {
    /** By the robots' names; a robot without a grant has no exposures. */
    readonly get: (developer: Developer, app: App, role: Role) => Effect.Effect<RoleDatasheetResponse, NotFound>
  }
>()("@fleet/server/RoleDatasheets") {}
