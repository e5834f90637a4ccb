import { AppDeletionSummary } from "@fleet/domain/Apps"
import { AppId, AppUserId, OrgId, RobotId, RoleId, ServerKeyId } from "@fleet/domain/Ids"
import { Array, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { lockOrgForUpdate } from "../org/lockOrgForUpdateSql.ts"

const Row = Schema.Struct({
  id: AppId,
  org_id: OrgId,
  name: Schema.String,
  identifier: Schema.String,
  robot_ids: Schema.Array(RobotId),
  default_role_id: Schema.NullOr(RoleId),
  created_at: Schema.DateTimeUtcFromDate
})
export type Row = typeof Row.Type

const Key = Schema.Struct({ orgId: OrgId, id: AppId })
type Key = typeof Key.Type

const Insert = Schema.Struct({ org_id: OrgId, name: Schema.String, identifier: Schema.String })

/** The callers whose open sockets must end with the app. */
const Callers = Schema.Struct({ users: Schema.Array(AppUserId), keys: Schema.Array(ServerKeyId) })

/** The apps and app_robots tables. */
export class AppStore extends Context.Service<
  AppStore,
  {
    readonly find: (key: Key) => Effect.Effect<Option.Option<Row>>
    readonly list: (orgId: OrgId) => Effect.Effect<ReadonlyArray<Row>>
    readonly count: (orgId: OrgId) => Effect.Effect<number>
    /** None when the identifier is taken. */
    readonly insert: (app: typeof Insert.Type) => Effect.Effect<Option.Option<AppId>>
    readonly update: (
      key: Key,
      change: { readonly name: string; readonly roleId: RoleId | null }
    ) => Effect.Effect<void>
    readonly delete: (key: Key) => Effect.Effect<void>
    /** At most `limit` users of a locked app. Waits for their sign-ins under way; others wait for the transaction. */
    readonly lockUsersForUpdate: (id: AppId, limit: number) => Effect.Effect<ReadonlyArray<AppUserId>>
    /** Replaces the robots, in this order, and forgets the grants on those that go. */
    readonly setRobots: (key: Key, robots: ReadonlyArray<RobotId>) => Effect.Effect<void>
    /** Those of the robots that belong to the org. None of them is deleted until the transaction ends. */
    readonly lockRobotsForShare: (orgId: OrgId, robots: ReadonlyArray<RobotId>) => Effect.Effect<ReadonlySet<RobotId>>
    /** None when the app is gone. */
    readonly summary: (key: Key, now: Date) => Effect.Effect<Option.Option<AppDeletionSummary>>
    /** Locks the users: waits for sign-ins under way; others wait for the transaction. */
    readonly lockCallersForUpdate: (key: Key) => Effect.Effect<typeof Callers.Type>
    /** None when the app is gone. References to it, as of a new role, need not wait: FOR NO KEY UPDATE. */
    readonly lockForUpdate: (key: Key) => Effect.Effect<Option.Option<Row>>
    /** Answers whether the org is locked over payment. Concurrent writers cannot exceed a limit together. */
    readonly lockOrgForUpdate: (orgId: OrgId) => Effect.Effect<boolean>
  }
>()("@fleet/server/AppStore") {
  static readonly layer = Layer.effect(
    AppStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const selected = sql.literal(`
        SELECT a.id, a.org_id, a.name, a.identifier, a.default_role_id, a.created_at,
          ARRAY(SELECT r.robot_id::text FROM app_robots r WHERE r.app_id = a.id ORDER BY r.position) AS robot_ids
        FROM apps a`)

      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, orgId }) => sql`${selected} WHERE a.id = ${id} AND a.org_id = ${orgId}`
      })
      const list = SqlSchema.findAll({
        Request: OrgId,
        Result: Row,
        execute: (orgId) => sql`${selected} WHERE a.org_id = ${orgId} ORDER BY a.created_at, a.id`
      })
      const count = SqlSchema.findOne({
        Request: OrgId,
        Result: Schema.Struct({ count: Schema.Int }),
        execute: (orgId) => sql`SELECT count(*)::int AS count FROM apps WHERE org_id = ${orgId}`
      })
      const insert = SqlSchema.findOneOption({
        Request: Insert,
        Result: Schema.Struct({ id: AppId }),
        execute: (app) =>
          sql`INSERT INTO apps ${sql.insert({ ...app })} ON CONFLICT (identifier) DO NOTHING RETURNING id`
      })
      const lockRobotsForShare = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(RobotId) }),
        Result: Schema.Struct({ id: RobotId }),
        execute: ({ ids, orgId }) => sql`
          SELECT id FROM robots WHERE org_id = ${orgId} AND ${sql.in("id", ids)} ORDER BY id FOR KEY SHARE`
      })
      const summary = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...Key.fields, now: Schema.Date }),
        Result: AppDeletionSummary,
        execute: ({ id, now, orgId }) => sql`
          SELECT (SELECT count(*)::int FROM app_users WHERE app_id = a.id) AS user_count,
            (SELECT count(*)::int FROM roles WHERE app_id = a.id) AS role_count,
            (SELECT count(*)::int FROM server_keys WHERE app_id = a.id) AS server_key_count,
            (SELECT count(*)::int FROM app_invitations WHERE app_id = a.id AND expires_at > ${now}) AS invitation_count,
            (SELECT count(*)::int FROM app_oidc_providers WHERE app_id = a.id) AS oidc_provider_count,
            (SELECT count(*)::int FROM app_mail_templates WHERE app_id = a.id) AS mail_template_count
          FROM apps a WHERE a.id = ${id} AND a.org_id = ${orgId}`
      })
      const callers = SqlSchema.findOne({
        Request: Key,
        Result: Callers,
        execute: ({ id, orgId }) => sql`
          SELECT ARRAY(
              SELECT u.id::text FROM app_users u WHERE u.app_id = ${id} AND u.org_id = ${orgId} AND EXISTS (
                SELECT FROM session_families f WHERE f.subject_id = u.id AND f.ended_at IS NULL)) AS users,
            ARRAY(SELECT k.id::text FROM server_keys k WHERE k.app_id = ${id} AND k.org_id = ${orgId}) AS keys`
      })

      // Only the leading columns of an index. A prepared plan was made for an app of few users: with more conditions it would
      // combine indexes for each thousand.
      const lockUsersForUpdate = SqlSchema.findAll({
        Request: Schema.Struct({ id: AppId, limit: Schema.Int }),
        Result: Schema.Struct({ id: AppUserId }),
        execute: ({ id, limit }) =>
          sql`SELECT id FROM app_users WHERE app_id = ${id} ORDER BY lower(email) LIMIT ${limit} FOR UPDATE`
      })
      const lockAllUsers = ({ id, orgId }: Key) => sql`
        SELECT count(*) FROM (SELECT FROM app_users WHERE app_id = ${id} AND org_id = ${orgId} FOR UPDATE) locked`

      const lockApp = ({ id, orgId }: Key) =>
        sql`SELECT 1 FROM apps WHERE id = ${id} AND org_id = ${orgId} FOR NO KEY UPDATE`

      const setRobots = Effect.fnUntraced(function* ({ id, orgId }: Key, robots: ReadonlyArray<RobotId>) {
        yield* sql`DELETE FROM app_robots WHERE app_id = ${id} AND org_id = ${orgId}`
        const rows: ReadonlyArray<Record<string, unknown>> = robots.map((robot_id, position) => ({
          app_id: id,
          org_id: orgId,
          robot_id,
          position
        }))
        if (Array.isReadonlyArrayNonEmpty(rows)) {
          yield* sql`INSERT INTO app_robots ${sql.insert(rows)}`
        }
        yield* sql`
          DELETE FROM role_grants g USING roles r
          WHERE r.id = g.role_id AND r.app_id = ${id} AND r.org_id = ${orgId}
            AND NOT EXISTS (SELECT FROM app_robots a WHERE a.app_id = ${id} AND a.robot_id = g.robot_id)`
      })

      return AppStore.of({
        find: (key) => Effect.orDie(find(key)),
        list: (orgId) => Effect.orDie(list(orgId)),
        count: (orgId) => Effect.map(Effect.orDie(count(orgId)), ({ count }) => count),
        insert: (app) =>
          Effect.map(
            Effect.orDie(insert(app)),
            Option.map(({ id }) => id)
          ),
        update: ({ id, orgId }, { name, roleId }) =>
          sql`UPDATE apps SET name = ${name}, default_role_id = ${roleId} WHERE id = ${id} AND org_id = ${orgId}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        delete: ({ id, orgId }) =>
          sql`DELETE FROM apps WHERE id = ${id} AND org_id = ${orgId}`.pipe(Effect.orDie, Effect.asVoid),
        lockUsersForUpdate: (id, limit) =>
          Effect.map(Effect.orDie(lockUsersForUpdate({ id, limit })), (rows) => rows.map(({ id }) => id)),
        setRobots: (key, robots) => Effect.orDie(setRobots(key, robots)),
        lockRobotsForShare: (orgId, ids) =>
          ids.length === 0
            ? Effect.succeed(new Set<RobotId>())
            : Effect.map(Effect.orDie(lockRobotsForShare({ orgId, ids })), (rows) => new Set(rows.map(({ id }) => id))),
        summary: (key, now) => Effect.orDie(summary({ ...key, now })),
        lockCallersForUpdate: (key) => Effect.andThen(Effect.orDie(lockAllUsers(key)), Effect.orDie(callers(key))),
        lockForUpdate: (key) => Effect.andThen(Effect.orDie(lockApp(key)), Effect.orDie(find(key))),
        lockOrgForUpdate: (orgId) => lockOrgForUpdate(sql, orgId)
      })
    })
  )
}
