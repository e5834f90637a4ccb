import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { AppInvitations } from "./AppInvitations.ts"
import { AppInvitationsHttp } from "./AppInvitationsHttp.ts"
import { AppUserAccess } from "./AppUserAccess.ts"
import { AppUserScopesLive } from "./AppUserScopeHttp.ts"
import { AppUserStore } from "./AppUserStore.ts"
import { AppUsers } from "./AppUsers.ts"
import { AppUsersHttp } from "./AppUsersHttp.ts"

/** App users as developers manage them: people, invitations, access. */
export const appUsers = feature({
  stores: AppUserStore.layer,
  services: Layer.mergeAll(AppInvitations.layer, AppUserAccess.layer, AppUsers.layer),
  middleware: AppUserScopesLive,
  api: Layer.mergeAll(AppInvitationsHttp, AppUsersHttp)
})
