import { AppId, OrgId, RobotId, RoleId } from "@fleet/domain/Ids"
import { type PutRolePermissionsRequest, RolePermissions } from "@fleet/domain/Roles"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Key = Schema.Struct({ orgId: OrgId, appId: AppId, id: RoleId })
type Key = typeof Key.Type

const Granted = Schema.Struct({
  grants: RolePermissions.fields.grants,
  capabilities: RolePermissions.fields.capabilities
})
type Granted = typeof Granted.Type
type Grants = PutRolePermissionsRequest["grants"]
type Capabilities = Granted["capabilities"]

/** The role_grants table, and the capabilities of roles. */
export class PermissionStore extends Context.Service<
  PermissionStore,
  {
    /** Grants in the order of the app's robots, slugs in theirs. None when the role is gone. */
    readonly read: (key: Key) => Effect.Effect<Option.Option<Granted>>
    /** Those of the robots that the app lists. None of them is deleted or detached until the transaction ends. */
    readonly lockRobotsForShare: (key: Key, robots: ReadonlyArray<RobotId>) => Effect.Effect<ReadonlySet<RobotId>>
    readonly replace: (key: Key, grants: Grants, capabilities: Capabilities) => Effect.Effect<void>
  }
>()("@fleet/server/PermissionStore") {
  static readonly layer = Layer.effect(
    PermissionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      // One statement, so that it is one state of both: a read before a change undoes nothing of another change.
      const read = SqlSchema.findOneOption({
        Request: Key,
        Result: Granted,
        execute: ({ appId, id, orgId }) => sql`
          SELECT json_build_object('action_history', r.action_history, 'assets', r.assets) AS capabilities,
            coalesce((
              SELECT json_agg(
                json_build_object('robot_id', robot_id, 'slugs', slugs, 'confirm', coalesce(confirm, '{}'),
                  'confirm_page', coalesce(confirm_page, '{}')) ORDER BY position)
              FROM (
                SELECT g.robot_id, a.position, array_agg(g.slug ORDER BY g.slug) AS slugs,
                  array_agg(g.slug ORDER BY g.slug) FILTER (WHERE g.confirm) AS confirm,
                  array_agg(g.slug ORDER BY g.slug) FILTER (WHERE g.confirm_page) AS confirm_page
                FROM role_grants g
                JOIN app_robots a ON a.robot_id = g.robot_id AND a.app_id = r.app_id
                WHERE g.role_id = r.id
                GROUP BY g.robot_id, a.position) granted), '[]') AS grants
          FROM roles r WHERE r.id = ${id} AND r.app_id = ${appId} AND r.org_id = ${orgId}`
      })
      // Locks the robots too: waits for a deletion under way, and then finds the robot gone.
      const lockRobotsForShare = SqlSchema.findAll({
        Request: Schema.Struct({ ...Key.fields, robots: Schema.Array(RobotId) }),
        Result: Schema.Struct({ robot_id: RobotId }),
        execute: ({ appId, orgId, robots }) => sql`
          SELECT a.robot_id FROM app_robots a JOIN robots r ON r.id = a.robot_id
          WHERE a.app_id = ${appId} AND a.org_id = ${orgId} AND ${sql.in("a.robot_id", robots)}
          ORDER BY r.id FOR KEY SHARE`
      })
      const replace = Effect.fnUntraced(function* ({ id, orgId }: Key, grants: Grants, capabilities: Capabilities) {
        yield* sql`UPDATE roles SET ${sql.update({ ...capabilities })} WHERE id = ${id} AND org_id = ${orgId}`
        yield* sql`DELETE FROM role_grants WHERE role_id = ${id} AND org_id = ${orgId}`
        for (const { confirm = [], confirm_page = [], robot_id, slugs } of grants) {
          if (slugs.length === 0) continue
          yield* sql`
            INSERT INTO role_grants (role_id, robot_id, org_id, slug, confirm, confirm_page)
            SELECT ${id}::uuid, ${robot_id}::uuid, ${orgId}::uuid, slug,
              slug IN (SELECT unnest(${[...confirm]}::text[])), slug IN (SELECT unnest(${[...confirm_page]}::text[]))
            FROM unnest(${[...slugs]}::text[]) AS slug
            ON CONFLICT DO NOTHING`
        }
      })

      return PermissionStore.of({
        read: (key) => Effect.orDie(read(key)),
        lockRobotsForShare: (key, robots) =>
          robots.length === 0
            ? Effect.succeed(new Set<RobotId>())
            : Effect.map(
                Effect.orDie(lockRobotsForShare({ ...key, robots })),
                (rows) => new Set(rows.map(({ robot_id }) => robot_id))
              ),
        replace: (key, grants, capabilities) => Effect.orDie(replace(key, grants, capabilities))
      })
    })
  )
}
