import { AppId, AppUserId, OrgId, RobotId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { accessVersion } from "./accessVersionSql.ts"
import { type RobotHead, robotHead } from "./robotHeadSql.ts"

/** Whose view of the robots: an org's, an app's, a role's of an app, or one user's, whose role is read from its row. */
const View = Schema.Struct({
  orgId: OrgId,
  appId: Schema.NullOr(AppId),
  userId: Schema.NullOr(AppUserId),
  roleId: Schema.NullOr(RoleId)
})
export type View = typeof View.Type

const Row = Schema.Struct({ id: RobotId, org_id: OrgId, name: Schema.String, created_at: Schema.DateTimeUtcFromDate })
export type Row = typeof Row.Type

const Grants = Schema.Struct({
  ...Row.fields,
  slugs: Schema.Array(Schema.String),
  /** Those of the slugs that need a person's yes over MCP. */
  confirm: Schema.Array(Schema.String),
  /** Those of them that are answered on the app's page alone. */
  confirm_page: Schema.Array(Schema.String),
  /** What slugs of the published version are called now: grants are by that. Null where no slug was renamed. */
  names: Schema.NullOr(Schema.Record(Schema.String, Schema.String)),
  action_history: Schema.Boolean,
  assets: Schema.Boolean,
  access_version: Schema.Finite
})
export type Grants = typeof Grants.Type

/** A row of a list. `published_version` is null where nothing is published. */
export type ListedHead = RobotHead & { readonly published_version: number | null }

type Key = View & { readonly robotId: RobotId }

/** Reads robots, where they are attached, their grants and their current versions, as a caller may see them. */
export class GrantStore extends Context.Service<
  GrantStore,
  {
    readonly findWithGrants: (key: Key) => Effect.Effect<Option.Option<Grants>>
    /** The robots worth showing, by name, then id. */
    readonly list: (view: View) => Effect.Effect<ReadonlyArray<ListedHead>>
  }
>()("@fleet/server/GrantStore") {
  static readonly layer = Layer.effect(
    GrantStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("r.id, r.org_id, r.name, r.created_at")

      const seen = ({ appId, orgId, roleId, userId }: typeof View.Encoded) => {
        if (appId === null) return sql`robots r WHERE r.org_id = ${orgId}`
        const attached = sql`app_robots a JOIN robots r ON r.id = a.robot_id`
        const within = sql`WHERE a.app_id = ${appId} AND r.org_id = ${orgId}`
        if (roleId !== null) return sql`${attached} JOIN roles o ON o.id = ${roleId} AND o.app_id = a.app_id ${within}`
        return userId === null
          ? sql`${attached} ${within}`
          : sql`${attached}
              JOIN app_users u ON u.id = ${userId} AND u.app_id = a.app_id AND u.status = 'active'
              JOIN roles o ON o.id = u.role_id ${within}`
      }

      const findWithGrants = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...View.fields, robotId: RobotId }),
        Result: Grants,
        execute: ({ robotId, ...view }) => {
          const grants =
            view.userId === null && view.roleId === null
              ? sql`'{}'::text[] AS slugs, '{}'::text[] AS confirm, '{}'::text[] AS confirm_page,
                  true AS action_history, true AS assets`
              : sql`ARRAY(SELECT g.slug FROM role_grants g WHERE g.role_id = o.id AND g.robot_id = r.id) AS slugs,
                  ARRAY(
                    SELECT g.slug FROM role_grants g WHERE g.role_id = o.id AND g.robot_id = r.id AND g.confirm
                  ) AS confirm,
                  ARRAY(
                    SELECT g.slug FROM role_grants g WHERE g.role_id = o.id AND g.robot_id = r.id AND g.confirm_page
                  ) AS confirm_page,
                  o.action_history, o.assets`
          const version = accessVersion(sql, sql`${view.orgId}::uuid`, sql`${view.appId}::uuid`)
          const names = sql`CASE WHEN r.slug_names <> '{}' THEN (
            SELECT r.slug_names -> v.version::text FROM current_versions v WHERE v.robot_id = r.id) END AS names`
          return sql`SELECT ${columns}, ${grants}, ${names}, ${version} AS access_version FROM ${seen(view)} AND r.id = ${robotId}`
        }
      })
      // The role as a parameter of its own: Postgres then reads a role's grants once, and not robot by robot.
      const ownRole = ({ roleId, userId }: View) =>
        roleId === null ? sql`(SELECT role_id FROM app_users WHERE id = ${userId})` : sql`${roleId}`
      // An app may reach 10,000 robots, and a schema's pass over them takes longer than the query.
      const list = (view: View) => {
        const visible =
          view.userId === null && view.roleId === null
            ? sql``
            : sql`AND (o.action_history OR o.assets OR EXISTS (
                SELECT FROM role_grants g WHERE g.role_id = ${ownRole(view)} AND g.robot_id = r.id))`
        return sql<ListedHead>`
          SELECT ${sql.literal(robotHead)}, published_version FROM (
            SELECT seen.*, v.version AS published_version FROM (SELECT ${columns} FROM ${seen(view)} ${visible}) AS seen
            LEFT JOIN current_versions v ON v.robot_id = seen.id AND v.org_id = seen.org_id
            ORDER BY seen.name, seen.id OFFSET 0
          ) AS sorted`
      }

      return GrantStore.of({
        findWithGrants: (key) => Effect.orDie(findWithGrants(key)),
        list: (view) => Effect.orDie(list(view))
      })
    })
  )
}
