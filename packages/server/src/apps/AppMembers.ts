import type { AppId, AppUserId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, type Effect } from "effect"

/** What apps and roles change of app users and invitations. Implemented by the folder that owns these. */
export class AppMembers extends Context.Service<
  AppMembers,
  {
    /** Gives the users and the invitations of a role another one. */
    readonly moveRole: (
      app: { readonly orgId: OrgId; readonly appId: AppId },
      from: RoleId,
      to: RoleId
    ) => Effect.Effect<void>
    readonly deleteUsers: (users: ReadonlyArray<AppUserId>) => Effect.Effect<void>
  }
>()("@fleet/server/AppMembers") {}
