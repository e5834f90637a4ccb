import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { AppInvitationId } from "../AppInvitations.ts"
import type { App } from "../Apps.ts"
import type { AppUser } from "../AppUsers.ts"
import { CurrentDeveloper } from "../Caller.ts"
import { InvalidUuid, NotFound, PlanRequired, RateLimited } from "../Errors.ts"
import type { OidcProvider } from "../OidcProviders.ts"
import type { Role } from "../Roles.ts"
import type { ServerKey } from "../ServerKeys.ts"

/** The app named in the path, already known to be the developer's. */
export class CurrentApp extends Context.Service<CurrentApp, App>()("@fleet/domain/CurrentApp") {}

/**
 * Routes under /api/apps/:id. Every id of the path is read, then the app is looked up, and only then the body: an app of
 * another org is 404 whatever was sent.
 */
export class AppScope extends HttpApiMiddleware.Service<
  AppScope,
  { requires: CurrentDeveloper; provides: CurrentApp }
>()("@fleet/domain/AppScope", { error: [InvalidUuid, NotFound] }) {}

/** The role named in the path, of the app named in the path. */
export class CurrentRole extends Context.Service<CurrentRole, Role>()("@fleet/domain/CurrentRole") {}
export class RoleScope extends HttpApiMiddleware.Service<RoleScope, { requires: CurrentApp; provides: CurrentRole }>()(
  "@fleet/domain/RoleScope",
  { error: NotFound }
) {}

/** The server key named in the path, of the app named in the path. */
export class CurrentServerKey extends Context.Service<CurrentServerKey, ServerKey>()(
  "@fleet/domain/CurrentServerKey"
) {}
export class ServerKeyScope extends HttpApiMiddleware.Service<
  ServerKeyScope,
  { requires: CurrentApp; provides: CurrentServerKey }
>()("@fleet/domain/ServerKeyScope", { error: NotFound }) {}

/** The app user named in the path, of the app named in the path. */
export class TargetAppUser extends Context.Service<TargetAppUser, AppUser>()("@fleet/domain/TargetAppUser") {}
export class AppUserScope extends HttpApiMiddleware.Service<
  AppUserScope,
  { requires: CurrentApp; provides: TargetAppUser }
>()("@fleet/domain/AppUserScope", { error: NotFound }) {}

/** The id of the outstanding invitation named in the path, of the app named in the path. */
export class TargetAppInvitation extends Context.Service<TargetAppInvitation, AppInvitationId>()(
  "@fleet/domain/TargetAppInvitation"
) {}
export class AppInvitationScope extends HttpApiMiddleware.Service<
  AppInvitationScope,
  { requires: CurrentApp; provides: TargetAppInvitation }
>()("@fleet/domain/AppInvitationScope", { error: NotFound }) {}

/** Counts what issues invitations to the app named in the path. Put it on the endpoint itself. */
export class AppInvitationsLimited extends HttpApiMiddleware.Service<AppInvitationsLimited, { requires: CurrentApp }>()(
  "@fleet/domain/AppInvitationsLimited",
  { error: RateLimited }
) {}

/** The sign-in provider named in the path, of the app named in the path. */
export class CurrentOidcProvider extends Context.Service<CurrentOidcProvider, OidcProvider>()(
  "@fleet/domain/CurrentOidcProvider"
) {}
export class OidcProviderScope extends HttpApiMiddleware.Service<
  OidcProviderScope,
  { requires: CurrentApp; provides: CurrentOidcProvider }
>()("@fleet/domain/OidcProviderScope", { error: NotFound }) {}

/** Refuses where the plan of the app's org has no sign-in providers. */
export class OidcPlanRequired extends HttpApiMiddleware.Service<OidcPlanRequired, { requires: CurrentApp }>()(
  "@fleet/domain/OidcPlanRequired",
  { error: PlanRequired }
) {}
