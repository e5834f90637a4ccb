import { Schema } from "effect"
import { AppId, RoleId } from "./Ids.ts"
import { closed, DisplayName, Email, Id, Timestamp } from "./Wire.ts"

export const AppInvitationId = Id("AppInvitationId")
export type AppInvitationId = typeof AppInvitationId.Type

/** `role_id` is the app's default role where none is named. */
export const CreateAppInvitationRequest = closed({
  email: Email,
  role_id: Schema.optionalKey(RoleId),
  display_name: Schema.optionalKey(Schema.NullOr(DisplayName)),
  send_mail: Schema.Boolean
}).annotate({ identifier: "create-app-invitation-request" })
export type CreateAppInvitationRequest = typeof CreateAppInvitationRequest.Type

/** An invitation that waits to be accepted. */
export const PendingAppInvitation = Schema.Struct({
  id: AppInvitationId,
  app_id: AppId,
  email: Schema.String,
  role_id: RoleId,
  /** Seven days after it was issued. */
  expires_at: Timestamp
}).annotate({ identifier: "pending-app-invitation" })
export type PendingAppInvitation = typeof PendingAppInvitation.Type

/** An invitation as it is issued. The link is answered here and in the mail, and never again. */
export const AppInvitation = Schema.Struct({
  ...PendingAppInvitation.fields,
  accept_url: Schema.String,
  /** `sent` is accepted by the mail server, no proof of delivery. */
  mail: Schema.Literals(["sent", "not_requested", "not_configured", "failed"])
}).annotate({ identifier: "app-invitation" })
export type AppInvitation = typeof AppInvitation.Type

export const PendingAppInvitationListResponse = Schema.Struct({
  invitations: Schema.Array(PendingAppInvitation)
}).annotate({ identifier: "pending-app-invitation-list-response" })
