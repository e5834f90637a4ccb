import { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const OfRobot = Schema.Struct({ orgId: OrgId, robotId: RobotId })
const Key = Schema.Struct({ ...OfRobot.fields, slug: Schema.String })
const Rename = Schema.Struct({ ...OfRobot.fields, from: Schema.String, to: Schema.String })

const Version = Schema.Struct({ ...OfRobot.fields, version: Schema.Int })

const Usage = Schema.Struct({
  grant_count: Schema.Int,
  app_ids: Schema.Array(AppId),
  app_identifiers: Schema.Array(Schema.String)
})
const Moved = Schema.Struct({ rows: Schema.Int })
const Attached = Schema.Struct({ app_id: AppId })

/** What of one robot apps were given: rows of app_robots and role_grants. */
export class RobotGrantStore extends Context.Service<
  RobotGrantStore,
  {
    readonly usage: (key: typeof Key.Type) => Effect.Effect<typeof Usage.Type>
    /** How many grants named the old slug. Where a role grants both, what either asks to be confirmed stays so. */
    readonly rename: (rename: typeof Rename.Type) => Effect.Effect<number>
    /** The apps with grants of slugs that were renamed since the version before this one. */
    readonly renamedBefore: (published: typeof Version.Type) => Effect.Effect<ReadonlyArray<AppId>>
    /** Takes the robot from every app, with its grants. Answers the apps that could reach it. */
    readonly detach: (robot: typeof OfRobot.Type) => Effect.Effect<ReadonlyArray<AppId>>
  }
>()("@fleet/server/RobotGrantStore") {
  static readonly layer = Layer.effect(
    RobotGrantStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const usage = SqlSchema.findOne({
        Request: Key,
        Result: Usage,
        execute: ({ orgId, robotId, slug }) => sql`
          SELECT count(*)::int AS grant_count,
            coalesce(array_agg(DISTINCT a.id::text) FILTER (WHERE a.id IS NOT NULL), '{}') AS app_ids,
            coalesce(array_agg(DISTINCT a.identifier ORDER BY a.identifier) FILTER (WHERE a.id IS NOT NULL), '{}')
              AS app_identifiers
          FROM role_grants g JOIN roles o ON o.id = g.role_id JOIN apps a ON a.id = o.app_id
          WHERE g.robot_id = ${robotId} AND g.org_id = ${orgId} AND g.slug = ${slug}`
      })
      const rename = SqlSchema.findOne({
        Request: Rename,
        Result: Moved,
        execute: ({ from, orgId, robotId, to }) => sql`
          WITH old AS (
            DELETE FROM role_grants WHERE robot_id = ${robotId} AND org_id = ${orgId} AND slug = ${from}
            RETURNING role_id, robot_id, org_id, confirm, confirm_page
          ), renamed AS (
            INSERT INTO role_grants AS kept (role_id, robot_id, org_id, slug, confirm, confirm_page)
            SELECT role_id, robot_id, org_id, ${to}::text, confirm, confirm_page FROM old
            ON CONFLICT (role_id, robot_id, slug) DO UPDATE SET
              confirm = kept.confirm OR excluded.confirm, confirm_page = kept.confirm_page OR excluded.confirm_page
          )
          SELECT count(*)::int AS rows FROM old`
      })
      const renamedBefore = SqlSchema.findAll({
        Request: Version,
        Result: Attached,
        execute: ({ orgId, robotId, version }) => sql`
          SELECT DISTINCT o.app_id FROM robots r, jsonb_each_text(r.slug_names -> ${String(version - 1)}::text) n
          JOIN role_grants g ON g.robot_id = ${robotId} AND g.slug IN (n.key, n.value)
          JOIN roles o ON o.id = g.role_id
          WHERE r.id = ${robotId} AND r.org_id = ${orgId}`
      })
      const detach = SqlSchema.findAll({
        Request: OfRobot,
        Result: Attached,
        execute: ({ orgId, robotId }) => sql`
          WITH grants AS (DELETE FROM role_grants WHERE robot_id = ${robotId} AND org_id = ${orgId})
          DELETE FROM app_robots WHERE robot_id = ${robotId} AND org_id = ${orgId} RETURNING app_id`
      })
      return RobotGrantStore.of({
        usage: (key) => Effect.orDie(usage(key)),
        rename: (names) => Effect.map(Effect.orDie(rename(names)), ({ rows }) => rows),
        renamedBefore: (published) =>
          Effect.map(Effect.orDie(renamedBefore(published)), (rows) => rows.map(({ app_id }) => app_id)),
        detach: (robot) => Effect.map(Effect.orDie(detach(robot)), (rows) => rows.map(({ app_id }) => app_id))
      })
    })
  )
}
