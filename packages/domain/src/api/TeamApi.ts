import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { PlatformUser } from "../DeveloperAuth.ts"
import {
  EmailTaken,
  LastOwner,
  NotFound,
  OrgLocked,
  PlanLimit,
  RateLimited as TooMany,
  TargetStateConflict,
  TierRequired,
  TokenRevoked
} from "../Errors.ts"
import { DeveloperId } from "../Ids.ts"
import {
  CreateTeamInviteRequest,
  PatchPlatformUserRequest,
  PendingTeamInviteListResponse,
  PlatformUserListResponse,
  TeamInvitationId,
  TeamInvite,
  TierChangeRequest
} from "../Team.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { MemberScope, TeamInvitationScope } from "./TeamScope.ts"

const member = { params: { id: DeveloperId } }
const invitation = { params: { id: TeamInvitationId } }

/** The developers of an org, and who is invited. */
export class TeamApi extends HttpApiGroup.make("team")
  .add(
    HttpApiEndpoint.get("users", "/api/org/users", { success: PlatformUserListResponse }).annotate(
      OpenApi.Summary,
      "The organisation's developers, oldest first"
    ),
    HttpApiEndpoint.get("user", "/api/org/users/:id", { ...member, success: PlatformUser })
      .annotate(OpenApi.Summary, "One developer of the organisation")
      .middleware(MemberScope),
    HttpApiEndpoint.patch("renameUser", "/api/org/users/:id", {
      ...member,
      payload: PatchPlatformUserRequest,
      success: PlatformUser,
      error: [NotFound, TokenRevoked]
    })
      .annotate(OpenApi.Summary, "Change or clear a developer's name")
      .middleware(MemberScope),
    HttpApiEndpoint.delete("removeUser", "/api/org/users/:id", {
      ...member,
      success: HttpApiSchema.NoContent,
      error: [TierRequired, NotFound, LastOwner, TokenRevoked]
    })
      .annotate(OpenApi.Summary, "Remove a developer and end every session")
      .middleware(MemberScope),
    HttpApiEndpoint.put("setTier", "/api/org/users/:id/tier", {
      ...member,
      payload: TierChangeRequest,
      success: PlatformUser,
      error: [TierRequired, NotFound, LastOwner, TokenRevoked]
    })
      .annotate(OpenApi.Summary, "Make a developer an Owner, or an Owner a developer")
      .middleware(OwnerOnly)
      .middleware(MemberScope),
    HttpApiEndpoint.delete("resetTwoFactor", "/api/org/users/:id/two-factor", {
      ...member,
      success: HttpApiSchema.NoContent,
      error: [TierRequired, NotFound, TargetStateConflict, TokenRevoked]
    })
      .annotate(OpenApi.Summary, "Forget another developer's second factors and sign them out")
      .middleware(OwnerOnly)
      .middleware(MemberScope),
    HttpApiEndpoint.get("invitations", "/api/org/invitations", { success: PendingTeamInviteListResponse }).annotate(
      OpenApi.Summary,
      "Outstanding invitations into the team, newest first"
    ),
    HttpApiEndpoint.post("invite", "/api/org/invitations", {
      payload: CreateTeamInviteRequest,
      success: TeamInvite.pipe(HttpApiSchema.status(201)),
      error: [TierRequired, EmailTaken, TokenRevoked, PlanLimit, OrgLocked]
    }).annotate(OpenApi.Summary, "Invite somebody into the team; the link is answered once"),
    HttpApiEndpoint.delete("revokeInvitation", "/api/org/invitations/:id", {
      ...invitation,
      success: HttpApiSchema.NoContent,
      error: [NotFound, TokenRevoked]
    })
      .annotate(OpenApi.Summary, "Revoke an invitation")
      .middleware(TeamInvitationScope),
    HttpApiEndpoint.post("reissueInvitation", "/api/org/invitations/:id/reissue", {
      ...invitation,
      success: TeamInvite,
      error: [TierRequired, TooMany, NotFound, TokenRevoked]
    })
      .annotate(OpenApi.Summary, "A new link for an invitation; the old one dies at once")
      .middleware(TeamInvitationScope)
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Team" })) {}
