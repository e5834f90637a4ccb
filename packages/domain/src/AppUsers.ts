import { Schema } from "effect"
import { AppId, AppUserId, RoleId } from "./Ids.ts"
import { closed, DisplayName, Email, Int, NewPassword, Timestamp } from "./Wire.ts"

export const AppUserStatus = Schema.Literals(["pending_verification", "active", "blocked"])
export type AppUserStatus = typeof AppUserStatus.Type

/** An end user of one app, as its developers see it. */
export const AppUser = Schema.Struct({
  id: AppUserId,
  app_id: AppId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  role_id: RoleId,
  status: AppUserStatus,
  has_password: Schema.Boolean,
  /** Slugs of linked sign-in providers. */
  providers: Schema.Array(Schema.String),
  last_login_at: Schema.NullOr(Timestamp),
  two_factor: Schema.Struct({
    enabled: Schema.Boolean,
    enabled_at: Schema.NullOr(Timestamp),
    recovery_codes_left: Int(0, 10)
  }),
  created_at: Timestamp
}).annotate({ identifier: "app-user" })
export type AppUser = typeof AppUser.Type

/** The outcome of the mail with the reset link: `sent` is accepted by the mail server, no proof of delivery. */
export const ResetAppUserPasswordResponse = Schema.Struct({
  mail: Schema.Literals(["sent", "not_configured", "failed"])
}).annotate({ identifier: "reset-app-user-password-response" })
export type ResetAppUserPasswordResponse = typeof ResetAppUserPasswordResponse.Type

export const AppUserListResponse = Schema.Struct({ users: Schema.Array(AppUser) }).annotate({
  identifier: "app-user-list-response"
})

/** The password is required while the app's password method is on, and refused while it is off. */
export const CreateAppUserRequest = closed({
  email: Email,
  password: Schema.optionalKey(NewPassword),
  display_name: Schema.optionalKey(Schema.NullOr(DisplayName)),
  role_id: Schema.optionalKey(RoleId)
}).annotate({ identifier: "create-app-user-request" })
export type CreateAppUserRequest = typeof CreateAppUserRequest.Type

export const PatchAppUserRequest = closed({
  display_name: Schema.optionalKey(Schema.NullOr(DisplayName)),
  role_id: Schema.optionalKey(RoleId),
  status: Schema.optionalKey(Schema.Literals(["active", "blocked"]))
}).annotate({ identifier: "patch-app-user-request" })
export type PatchAppUserRequest = typeof PatchAppUserRequest.Type
