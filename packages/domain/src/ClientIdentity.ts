import { Schema } from "effect"
import { type Caller } from "./Caller.ts"
import { AppId, AppUserId, DeveloperId, RoleId, ServerKeyId } from "./Ids.ts"

/** Who a credential speaks for. The id of its kind is set, the other two are null. */
export const ClientIdentity = Schema.Struct({
  kind: Schema.Literals(["developer", "app_user", "server_key"]),
  developer_id: Schema.NullOr(DeveloperId),
  app_user_id: Schema.NullOr(AppUserId),
  server_key_id: Schema.NullOr(ServerKeyId),
  app_id: Schema.NullOr(AppId),
  role_id: Schema.NullOr(RoleId),
  email: Schema.NullOr(Schema.String),
  two_factor_enabled: Schema.NullOr(Schema.Boolean)
}).annotate({ identifier: "client-identity" })
export type ClientIdentity = typeof ClientIdentity.Type

/** A proven caller, as answered to itself. */
export const identityOf = (caller: Caller): ClientIdentity => ({
  kind: caller.kind,
  developer_id: caller.kind === "developer" ? caller.id : null,
  app_user_id: caller.kind === "app_user" ? caller.id : null,
  server_key_id: caller.kind === "server_key" ? caller.id : null,
  app_id: caller.kind === "developer" ? null : caller.appId,
  role_id: caller.kind === "app_user" ? caller.roleId : null,
  email: caller.kind === "server_key" ? null : caller.email,
  two_factor_enabled: caller.kind === "app_user" ? caller.twoFactorEnabled : null
})
