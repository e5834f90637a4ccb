import { Schema } from "effect"
import { Tier } from "./Caller.ts"
import { PlatformUser } from "./DeveloperAuth.ts"
import { closed, DisplayName, Email, Id, Plain, Text, Timestamp } from "./Wire.ts"

export const TeamInvitationId = Id("TeamInvitationId")
export type TeamInvitationId = typeof TeamInvitationId.Type

/** Oldest first. */
export const PlatformUserListResponse = Schema.Struct({ users: Schema.Array(PlatformUser) }).annotate({
  identifier: "platform-user-list-response"
})

export const PatchPlatformUserRequest = closed({
  display_name: Schema.optionalKey(Schema.NullOr(DisplayName))
}).annotate({ identifier: "patch-platform-user-request" })
export type PatchPlatformUserRequest = typeof PatchPlatformUserRequest.Type

export const TierChangeRequest = closed({ tier: Tier }).annotate({ identifier: "tier-change-request" })

export const CreateTeamInviteRequest = closed({
  email: Email,
  display_name: Schema.optionalKey(Schema.NullOr(DisplayName)),
  tier: Tier,
  send_mail: Schema.Boolean
}).annotate({ identifier: "create-team-invite-request" })
export type CreateTeamInviteRequest = typeof CreateTeamInviteRequest.Type

const pending = { id: TeamInvitationId, email: Schema.String, tier: Tier, expires_at: Timestamp }

/** An invitation as it was just issued: `accept_url` carries its token and is never answered again. */
export const TeamInvite = Schema.Struct({
  ...pending,
  accept_url: Text(1, 500),
  /** `sent` is accepted by the mail server, not delivered. */
  mail: Schema.Literals(["sent", "not_requested", "not_configured", "failed"])
}).annotate({ identifier: "team-invite" })
export type TeamInvite = typeof TeamInvite.Type

export const PendingTeamInvite = Schema.Struct(pending).annotate({ identifier: "pending-team-invite" })
export type PendingTeamInvite = typeof PendingTeamInvite.Type

/** Newest first. */
export const PendingTeamInviteListResponse = Schema.Struct({
  invitations: Schema.Array(PendingTeamInvite)
}).annotate({ identifier: "pending-team-invite-list-response" })

export const AcceptTeamInviteRequest = closed({
  token: Plain,
  display_name: Schema.optionalKey(Schema.NullOr(DisplayName))
}).annotate({ identifier: "accept-team-invite-request" })
export type AcceptTeamInviteRequest = typeof AcceptTeamInviteRequest.Type
