import { Schema } from "effect"
import { distinct } from "./Checks.ts"
import { AppId, RobotId, RoleId } from "./Ids.ts"
import { ExposureKind, Slug } from "./Slug.ts"
import { closed, Count, Name, Rule, Text } from "./Wire.ts"

/** What users of one app may be. Builtin roles differ from others in nothing but where they came from. */
export const Role = Schema.Struct({
  id: RoleId,
  app_id: AppId,
  name: Text(1, 60),
  builtin: Schema.Boolean
}).annotate({ identifier: "role" })
export type Role = typeof Role.Type

export const RoleListResponse = Schema.Struct({ roles: Schema.Array(Role) }).annotate({
  identifier: "role-list-response"
})
export const CreateRoleRequest = closed({ name: Name(60) }).annotate({ identifier: "create-role-request" })
export const PatchRoleRequest = closed({ name: Name(60) }).annotate({ identifier: "patch-role-request" })

/** `move_to` takes over the role's users, invitations and its place as default. */
export const DeleteRoleQuery = closed({ move_to: Schema.optionalKey(RoleId) })

const Slugs = Schema.Array(Slug).check(Schema.isMaxLength(2000, { rule: Rule.tooLong }))

type Listed = Readonly<Partial<Record<"slugs" | "confirm" | "confirm_page", ReadonlyArray<string>>>>

/** What is to be confirmed is granted, and what is to be confirmed on the page is to be confirmed. */
const within = (list: "confirm" | "confirm_page", whole: "slugs" | "confirm", issue: string) =>
  Schema.makeFilter(
    (grant: Listed) => {
      const allowed = new Set(grant[whole])
      const stray = (grant[list] ?? []).findIndex((slug) => !allowed.has(slug))
      return stray === -1 ? undefined : { path: [list, stray], issue }
    },
    { rule: Rule.invalidValue }
  )

const grant = { robot_id: RobotId, slugs: Slugs }
const Grant = Schema.Struct({ ...grant, confirm: Slugs, confirm_page: Slugs })
const PutGrant = closed({
  ...grant,
  confirm: Schema.optionalKey(Slugs),
  confirm_page: Schema.optionalKey(Slugs)
}).check(
  within("confirm", "slugs", "a slug that is not granted"),
  within("confirm_page", "confirm", "a slug that is not in confirm")
)

const permissions = <G extends typeof Grant | typeof PutGrant>(struct: typeof closed, grant: G) =>
  struct({
    role_id: RoleId,
    grants: Schema.Array(grant).check(
      Schema.isMaxLength(1000, { rule: Rule.tooLong }),
      distinct((grant: { readonly robot_id: RobotId }) => grant.robot_id, ["robot_id"])
    ),
    capabilities: struct({ action_history: Schema.Boolean, assets: Schema.Boolean })
  })

/**
 * What a role grants, whole. Any slug may be granted, published or not. `confirm` are those of the slugs whose commands a
 * person confirms where an assistant gives them; `confirm_page` are those of `confirm` that are confirmed on the app's page
 * alone, whatever the assistant's program can ask.
 */
export const RolePermissions = permissions(Schema.Struct, Grant).annotate({ identifier: "role-permissions" })
export type RolePermissions = typeof RolePermissions.Type

/** Replaces all that the role grants. `role_id` repeats the path; without `confirm` nothing is confirmed, without `confirm_page` nothing on the page alone. */
export const PutRolePermissionsRequest = permissions(closed, PutGrant).annotate({
  identifier: "put-role-permissions-request"
})
export type PutRolePermissionsRequest = typeof PutRolePermissionsRequest.Type

export const ExplainAccessQuery = closed({ robot_id: RobotId, slug: Slug })

/** Why a role reaches a slug or does not, and what its users are answered. */
export const ExplainAccessResponse = Schema.Struct({
  role_id: RoleId,
  robot_id: RobotId,
  slug: Slug,
  allowed: Schema.Boolean,
  kind: Schema.NullOr(ExposureKind),
  checks: Schema.Array(
    Schema.Struct({
      check: Schema.Literals(["robot_attached", "slug_granted", "slug_published"]),
      ok: Schema.Boolean,
      message: Schema.String
    })
  ),
  answer: Schema.Struct({ status: Count, code: Schema.NullOr(Schema.String) })
}).annotate({ identifier: "explain-access-response" })
export type ExplainAccessResponse = typeof ExplainAccessResponse.Type
