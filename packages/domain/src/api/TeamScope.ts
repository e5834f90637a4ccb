import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { CurrentDeveloper } from "../Caller.ts"
import type { PlatformUser } from "../DeveloperAuth.ts"
import { InvalidUuid, NotFound } from "../Errors.ts"
import type { PendingTeamInvite } from "../Team.ts"

const error = [InvalidUuid, NotFound] as const

/** The developer named in the path, already known to be of the caller's org. */
export class CurrentMember extends Context.Service<CurrentMember, PlatformUser>()("@fleet/domain/CurrentMember") {}

/** Routes under /api/org/users/:id. A developer of another org is 404, whatever the request and the caller. */
export class MemberScope extends HttpApiMiddleware.Service<
  MemberScope,
  { requires: CurrentDeveloper; provides: CurrentMember }
>()("@fleet/domain/MemberScope", { error }) {}

/** The outstanding invitation named in the path, of the caller's org. */
export class CurrentTeamInvitation extends Context.Service<CurrentTeamInvitation, PendingTeamInvite>()(
  "@fleet/domain/CurrentTeamInvitation"
) {}

/** Routes under /api/org/invitations/:id. */
export class TeamInvitationScope extends HttpApiMiddleware.Service<
  TeamInvitationScope,
  { requires: CurrentDeveloper; provides: CurrentTeamInvitation }
>()("@fleet/domain/TeamInvitationScope", { error }) {}
