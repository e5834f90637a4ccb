import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({ id: RoleId, app_id: AppId, name: Schema.String, builtin: Schema.Boolean })
export type Row = typeof Row.Type

const OfApp = Schema.Struct({ orgId: OrgId, appId: AppId })
export type OfApp = typeof OfApp.Type
const Key = Schema.Struct({ ...OfApp.fields, id: RoleId })
type Key = typeof Key.Type

const Usage = Schema.Struct({
  users: Schema.Int,
  /** Outstanding ones. */
  invitations: Schema.Int,
  is_default: Schema.Boolean,
  others: Schema.Int
})

/** The roles table. */
export class RoleStore extends Context.Service<
  RoleStore,
  {
    readonly find: (key: Key) => Effect.Effect<Option.Option<Row>>
    /** By creation, then name. */
    readonly list: (app: OfApp) => Effect.Effect<ReadonlyArray<Row>>
    /** None when the app has a role of this name. */
    readonly insert: (app: OfApp, role: { name: string; builtin: boolean }) => Effect.Effect<Option.Option<Row>>
    /** False when the app has another role of this name. */
    readonly rename: (key: Key, name: string) => Effect.Effect<boolean>
    readonly usage: (key: Key, now: Date) => Effect.Effect<typeof Usage.Type>
    /** Gives another role its place as the app's default. */
    readonly moveDefault: (from: Key, to: RoleId) => Effect.Effect<void>
    readonly delete: (key: Key) => Effect.Effect<void>
    /** Waits for assignments of users to the role that are under way; others wait for the transaction. */
    readonly lockForUpdate: (key: Key) => Effect.Effect<Option.Option<Row>>
  }
>()("@fleet/server/RoleStore") {
  static readonly layer = Layer.effect(
    RoleStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, app_id, name, builtin")
      const within = ({ appId, orgId }: typeof OfApp.Encoded) => sql`app_id = ${appId} AND org_id = ${orgId}`

      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, ...app }) => sql`SELECT ${columns} FROM roles WHERE id = ${id} AND ${within(app)}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, ...app }) => sql`SELECT ${columns} FROM roles WHERE id = ${id} AND ${within(app)} FOR UPDATE`
      })
      const list = SqlSchema.findAll({
        Request: OfApp,
        Result: Row,
        execute: (app) => sql`SELECT ${columns} FROM roles WHERE ${within(app)} ORDER BY created_at, name`
      })
      const insert = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...OfApp.fields, name: Schema.String, builtin: Schema.Boolean }),
        Result: Row,
        execute: ({ appId, builtin, name, orgId }) => sql`
          INSERT INTO roles ${sql.insert({ app_id: appId, org_id: orgId, name, builtin })}
          ON CONFLICT (app_id, name) DO NOTHING RETURNING ${columns}`
      })
      const rename = ({ id, ...app }: Key, name: string) => sql`
        UPDATE roles SET name = ${name}
        WHERE id = ${id} AND ${within(app)}
          AND NOT EXISTS (SELECT FROM roles o WHERE o.app_id = ${app.appId} AND o.name = ${name} AND o.id <> ${id})
        RETURNING id`
      const usage = SqlSchema.findOne({
        Request: Schema.Struct({ ...Key.fields, now: Schema.Date }),
        Result: Usage,
        execute: ({ appId, id, now, orgId }) => sql`
          SELECT (SELECT count(*)::int FROM app_users u WHERE u.role_id = ${id} AND u.app_id = a.id) AS users,
            (SELECT count(*)::int FROM app_invitations i WHERE i.role_id = ${id} AND i.expires_at > ${now}) AS invitations,
            (SELECT count(*)::int FROM roles o WHERE o.app_id = a.id AND o.id <> ${id}) AS others,
            a.default_role_id IS NOT DISTINCT FROM ${id} AS is_default
          FROM apps a WHERE a.id = ${appId} AND a.org_id = ${orgId}`
      })
      const moveDefault = ({ appId, id, orgId }: Key, to: RoleId) => sql`
        UPDATE apps SET default_role_id = ${to} WHERE id = ${appId} AND org_id = ${orgId} AND default_role_id = ${id}`

      return RoleStore.of({
        find: (key) => Effect.orDie(find(key)),
        lockForUpdate: (key) => Effect.orDie(lockForUpdate(key)),
        list: (app) => Effect.orDie(list(app)),
        insert: (app, role) => Effect.orDie(insert({ ...app, ...role })),
        rename: (key, name) => Effect.map(Effect.orDie(rename(key, name)), ({ length }) => length === 1),
        usage: (key, now) => Effect.orDie(usage({ ...key, now })),
        moveDefault: (from, to) => Effect.asVoid(Effect.orDie(moveDefault(from, to))),
        delete: ({ id, ...app }) =>
          sql`DELETE FROM roles WHERE id = ${id} AND ${within(app)}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
