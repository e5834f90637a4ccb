import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { EmailTaken, Forbidden, OrgLocked, RateLimited as RateLimitedError, TokenSpent } from "../Errors.ts"
import { AcceptTeamInviteRequest } from "../Team.ts"

/** What an invited person does with the token alone: as JSON, or as the form of the invitation's page. */
export class InvitationsApi extends HttpApiGroup.make("invitations")
  .add(
    HttpApiEndpoint.post("accept", "/api/org/invitations/accept", {
      payload: AcceptTeamInviteRequest,
      success: HttpApiSchema.NoContent,
      error: [RateLimitedError, Forbidden, TokenSpent, EmailTaken, OrgLocked]
    }).annotate(OpenApi.Summary, "Accept an invitation into a team")
  )
  .annotateMerge(OpenApi.annotations({ title: "Team invitations" })) {}
