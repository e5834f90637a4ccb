import { AppId, OrgId, RobotId, RoleId } from "@fleet/domain/Ids"
import { RolePermissions } from "@fleet/domain/Roles"
import { ExposureKind } from "@fleet/domain/Slug"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/unstable/sql"

const Key = Schema.Struct({ orgId: OrgId, appId: AppId, id: RoleId })
type Key = typeof Key.Type

const Explained = Schema.Struct({
  attached: Schema.Boolean,
  granted: Schema.Boolean,
  kind: Schema.NullOr(ExposureKind)
})
type Grants = RolePermissions["grants"]
type Capabilities = RolePermissions["capabilities"]

/** The role_grants table, and the capabilities of roles. */
export class PermissionStore extends Context.Service<
  PermissionStore,
  {
    /** Grants in the order of the app's robots, slugs in theirs. */
    readonly read: (key: Key) => Effect.Effect<{ readonly grants: Grants; readonly capabilities: Capabilities }>
    readonly replace: (key: Key, grants: Grants, capabilities: Capabilities) => Effect.Effect<void>
    /** Why a role reaches a slug or not; `kind` is that of the slug in the newest published version. */
    readonly explain: (
      key: Key & { readonly robotId: RobotId; readonly slug: string }
    ) => Effect.Effect<typeof Explained.Type>
  }
>()("@fleet/server/PermissionStore") {
  static readonly layer = Layer.effect(
    PermissionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const capabilities = SqlSchema.findOne({
        Request: Key,
        Result: RolePermissions.fields.capabilities,
        execute: ({ appId, id, orgId }) => sql`
          SELECT action_history, assets FROM roles WHERE id = ${id} AND app_id = ${appId} AND org_id = ${orgId}`
      })
      const grants = SqlSchema.findAll({
        Request: Key,
        Result: Schema.Struct({ robot_id: RobotId, slugs: Schema.Array(Schema.String) }),
        execute: ({ appId, id, orgId }) => sql`
          SELECT g.robot_id, array_agg(g.slug ORDER BY g.slug) AS slugs
          FROM role_grants g
          JOIN app_robots a ON a.robot_id = g.robot_id AND a.app_id = ${appId}
          WHERE g.role_id = ${id} AND g.org_id = ${orgId}
          GROUP BY g.robot_id, a.position ORDER BY a.position`
      })
      const replace = Effect.fnUntraced(function* ({ id, orgId }: Key, grants: Grants, capabilities: Capabilities) {
        yield* sql`UPDATE roles SET ${sql.update({ ...capabilities })} WHERE id = ${id} AND org_id = ${orgId}`
        yield* sql`DELETE FROM role_grants WHERE role_id = ${id} AND org_id = ${orgId}`
        for (const { robot_id, slugs } of grants) {
          if (slugs.length === 0) continue
          yield* sql`
            INSERT INTO role_grants (role_id, robot_id, org_id, slug)
            SELECT ${id}::uuid, ${robot_id}::uuid, ${orgId}::uuid, unnest(${[...slugs]}::text[])
            ON CONFLICT DO NOTHING`
        }
      })
      const explain = SqlSchema.findOne({
        Request: Schema.Struct({ ...Key.fields, robotId: RobotId, slug: Schema.String }),
        Result: Explained,
        execute: ({ appId, id, orgId, robotId, slug }) => sql`
          SELECT EXISTS (SELECT FROM app_robots a WHERE a.app_id = ${appId} AND a.robot_id = ${robotId}) AS attached,
            EXISTS (SELECT FROM role_grants g
              WHERE g.role_id = ${id} AND g.org_id = ${orgId} AND g.robot_id = ${robotId} AND g.slug = ${slug}) AS granted,
            (SELECT CASE
                WHEN v.doc -> 'datapoints' -> ${slug} IS NOT NULL THEN 'datapoint'
                WHEN v.doc -> 'actions' -> ${slug} IS NOT NULL THEN 'action'
                WHEN v.doc -> 'services' -> ${slug} IS NOT NULL THEN 'service'
                WHEN v.doc -> 'publishers' -> ${slug} IS NOT NULL THEN 'publisher'
                WHEN v.doc -> 'cameras' -> ${slug} IS NOT NULL THEN 'camera'
              END
              FROM config_versions v WHERE v.robot_id = ${robotId} AND v.org_id = ${orgId}
              ORDER BY v.version DESC LIMIT 1) AS kind`
      })

      return PermissionStore.of({
        read: (key) => Effect.orDie(Effect.all({ grants: grants(key), capabilities: capabilities(key) })),
        replace: (key, grants, capabilities) => Effect.orDie(replace(key, grants, capabilities)),
        explain: (key) => Effect.orDie(explain(key))
      })
    })
  )
}
