import { Schema } from "effect"
import { Tier } from "./Caller.ts"
import { DeveloperId, OrgId } from "./Ids.ts"
import { closed, Count, DisplayName, Text, Timestamp } from "./Wire.ts"

export const Org = Schema.Struct({
  id: OrgId,
  name: Text(1, 120),
  require_two_factor: Schema.Boolean,
  created_at: Timestamp
}).annotate({ identifier: "org" })
export type Org = typeof Org.Type

/** Somebody who configures robots in the console. The address is unique over all orgs. */
export const PlatformUser = Schema.Struct({
  id: DeveloperId,
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  tier: Tier,
  two_factor: Schema.Struct({ passkeys: Count, authenticator: Schema.Boolean }),
  created_at: Timestamp
}).annotate({ identifier: "platform-user" })
export type PlatformUser = typeof PlatformUser.Type

export const AuthMeResponse = Schema.Struct({ org: Org, user: PlatformUser }).annotate({
  identifier: "auth-me-response"
})
export type AuthMeResponse = typeof AuthMeResponse.Type

/** Null clears the name. */
export const PatchAuthMeRequest = closed({ display_name: Schema.NullOr(DisplayName) }).annotate({
  identifier: "patch-auth-me-request"
})
export type PatchAuthMeRequest = typeof PatchAuthMeRequest.Type
