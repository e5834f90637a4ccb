import { Schema } from "effect"
import { distinct } from "./Checks.ts"
import { AppId, OrgId, RobotId, RoleId } from "./Ids.ts"
import { Slug } from "./Slug.ts"
import { closed, Count, Name, Rule, Text, Timestamp } from "./Wire.ts"

/** Words of the platform's own paths, refused as identifiers of new apps. */
export const reservedIdentifiers: ReadonlyArray<string> = ["mcp", "oauth", "welcome", "healthz", "realtime", "bridge"]

const RobotIds = Schema.Array(RobotId).check(
  Schema.isMaxLength(1000, { rule: Rule.tooLong }),
  distinct((id: RobotId) => id)
)

/** What end users sign into. A robot that is not listed does not exist for it. */
export const App = Schema.Struct({
  id: AppId,
  org_id: OrgId,
  name: Text(1, 120),
  identifier: Slug,
  robot_ids: Schema.Array(RobotId),
  default_role_id: Schema.NullOr(RoleId),
  created_at: Timestamp
}).annotate({ identifier: "app" })
export type App = typeof App.Type

export const AppListResponse = Schema.Struct({ apps: Schema.Array(App) }).annotate({ identifier: "app-list-response" })

export const CreateAppRequest = closed({
  name: Name(120),
  identifier: Slug.check(
    Schema.makeFilter((identifier) => !reservedIdentifiers.includes(identifier), { rule: Rule.notAllowed })
  ),
  robot_ids: Schema.optionalKey(RobotIds)
}).annotate({ identifier: "create-app-request" })
export type CreateAppRequest = typeof CreateAppRequest.Type

/** `robot_ids` replaces the whole list. */
export const UpdateAppRequest = closed({
  name: Schema.optionalKey(Name(120)),
  robot_ids: Schema.optionalKey(RobotIds),
  default_role_id: Schema.optionalKey(Schema.NullOr(RoleId))
}).annotate({ identifier: "update-app-request" })
export type UpdateAppRequest = typeof UpdateAppRequest.Type

/** What deleting an app takes with it. */
export const AppDeletionSummary = Schema.Struct({
  user_count: Count,
  role_count: Count,
  server_key_count: Count,
  invitation_count: Count,
  oidc_provider_count: Count,
  mail_template_count: Count
}).annotate({ identifier: "app-deletion-summary" })
export type AppDeletionSummary = typeof AppDeletionSummary.Type
