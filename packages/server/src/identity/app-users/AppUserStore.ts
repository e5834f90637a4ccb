import { AppUserStatus } from "@fleet/domain/AppUsers"
import { AppId, AppUserId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: AppUserId,
  app_id: AppId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  role_id: RoleId,
  status: AppUserStatus,
  has_password: Schema.Boolean,
  /** Slugs of the providers that the user has signed in with. */
  providers: Schema.Array(Schema.String),
  last_login_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  /** When the authenticator was confirmed; null without one. */
  two_factor_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  recovery_codes_left: Schema.Int,
  created_at: Schema.DateTimeUtcFromDate
})
export type Row = typeof Row.Type

const OfApp = Schema.Struct({ orgId: OrgId, appId: AppId })
type OfApp = typeof OfApp.Type
const Key = Schema.Struct({ ...OfApp.fields, id: AppUserId })
type Key = typeof Key.Type

const Room = Schema.Struct({
  taken: Schema.Boolean,
  password_enabled: Schema.Boolean,
  default_role_id: Schema.NullOr(RoleId)
})

/** The users of an app, as developers see them. */
export class AppUserStore extends Context.Service<
  AppUserStore,
  {
    /** Whether the app takes passwords. */
    readonly takesPasswords: (app: OfApp) => Effect.Effect<boolean>
    readonly find: (key: Key) => Effect.Effect<Option.Option<Row>>
    /** The same, locked until the transaction ends. */
    readonly lockForUpdate: (key: Key) => Effect.Effect<Option.Option<Row>>
    /** Oldest first. */
    readonly list: (app: OfApp) => Effect.Effect<ReadonlyArray<Row>>
    /** What the app takes and gives to new users, and whether it has the address. None when it no longer exists. */
    readonly room: (app: OfApp, email: string) => Effect.Effect<Option.Option<typeof Room.Type>>
  }
>()("@fleet/server/AppUserStore") {
  static readonly layer = Layer.effect(
    AppUserStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(`id, app_id, email, display_name, role_id, status, last_login_at, created_at,
        password_hash IS NOT NULL AS has_password,
        ARRAY(SELECT DISTINCT p.slug COLLATE "C" FROM app_user_identities i JOIN app_oidc_providers p ON p.id = i.provider_id
          WHERE i.user_id = app_users.id ORDER BY 1) AS providers,
        (SELECT f.confirmed_at FROM authenticators f WHERE f.app_user_id = app_users.id) AS two_factor_at,
        (SELECT count(*)::int FROM recovery_codes c WHERE c.app_user_id = app_users.id) AS recovery_codes_left`)
      const within = ({ appId, orgId }: typeof OfApp.Encoded) => sql`app_id = ${appId} AND org_id = ${orgId}`
      const one = ({ id, ...app }: typeof Key.Encoded) => sql`id = ${id} AND ${within(app)}`

      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: (key) => sql`SELECT ${columns} FROM app_users WHERE ${one(key)}`
      })
      const lock = (key: Key) => sql`SELECT 1 FROM app_users WHERE ${one(key)} FOR NO KEY UPDATE`
      const list = SqlSchema.findAll({
        Request: OfApp,
        Result: Row,
        execute: (app) => sql`SELECT ${columns} FROM app_users WHERE ${within(app)} ORDER BY created_at, id`
      })
      const room = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...OfApp.fields, email: Schema.String }),
        Result: Room,
        execute: ({ appId, email, orgId }) => sql`
          SELECT a.password_enabled, a.default_role_id,
            EXISTS (SELECT FROM app_users u WHERE u.app_id = a.id AND lower(u.email) = lower(${email})) AS taken
          FROM apps a WHERE a.id = ${appId} AND a.org_id = ${orgId}`
      })
      const takesPasswords = ({ appId, orgId }: OfApp) =>
        sql`SELECT 1 FROM apps WHERE id = ${appId} AND org_id = ${orgId} AND password_enabled`

      return AppUserStore.of({
        takesPasswords: (app) => Effect.map(Effect.orDie(takesPasswords(app)), ({ length }) => length === 1),
        find: (key) => Effect.orDie(find(key)),
        lockForUpdate: (key) => Effect.andThen(Effect.orDie(lock(key)), Effect.orDie(find(key))),
        list: (app) => Effect.orDie(list(app)),
        room: (app, email) => Effect.orDie(room({ ...app, email }))
      })
    })
  )
}
