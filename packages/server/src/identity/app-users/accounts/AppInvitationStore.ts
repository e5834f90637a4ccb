import { AppInvitationId } from "@fleet/domain/AppInvitations"
import { AppUserStatus } from "@fleet/domain/AppUsers"
import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: AppInvitationId,
  app_id: AppId,
  email: Schema.String,
  role_id: RoleId,
  expires_at: Schema.DateTimeUtcFromDate
})
export type Row = typeof Row.Type

const Issued = Schema.Struct({
  ...Row.fields,
  display_name: Schema.NullOr(Schema.String),
  send_mail: Schema.Boolean,
  /** The app's own page for it. */
  invite_url: Schema.NullOr(Schema.String)
})
export type Issued = typeof Issued.Type

const OfApp = Schema.Struct({ orgId: OrgId, appId: AppId })
type OfApp = typeof OfApp.Type
const Key = Schema.Struct({ ...OfApp.fields, id: AppInvitationId })
type Key = typeof Key.Type

const Insert = Schema.Struct({
  org_id: OrgId,
  app_id: AppId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  role_id: RoleId,
  token_hash: Schema.Uint8Array,
  send_mail: Schema.Boolean,
  created_at: Schema.Date,
  expires_at: Schema.Date
})

/** A fresh token and how long it is good. */
export interface Term {
  readonly hash: Uint8Array
  readonly now: Date
  readonly expiresAt: Date
}

const Account = Schema.Struct({ status: AppUserStatus })

/** The app_invitations table. Expired rows are not found. */
export class AppInvitationStore extends Context.Service<
  AppInvitationStore,
  {
    readonly find: (key: Key, now: Date) => Effect.Effect<Option.Option<Row>>
    /** Newest first. */
    readonly list: (app: OfApp, now: Date) => Effect.Effect<ReadonlyArray<Row>>
    /** What the account of the address is; none without one. */
    readonly account: (app: OfApp, email: string) => Effect.Effect<Option.Option<AppUserStatus>>
    /** Whether the address has an outstanding invitation. */
    readonly isInvited: (app: OfApp, email: string, now: Date) => Effect.Effect<boolean>
    /** Takes the place of the address's older one. Those of the app that have expired are deleted. */
    readonly put: (invitation: typeof Insert.Type) => Effect.Effect<Issued>
    /** A new id and expiry; none when the invitation no longer exists. */
    readonly renew: (key: Key, term: Term) => Effect.Effect<Option.Option<Issued>>
    /** None when the invitation no longer exists. */
    readonly delete: (key: Key, now: Date) => Effect.Effect<Option.Option<Row>>
    /** One that was accepted. */
    readonly remove: (id: AppInvitationId) => Effect.Effect<void>
    /** Gives the invitations to a role another one. */
    readonly moveRole: (app: OfApp, from: RoleId, to: RoleId) => Effect.Effect<void>
  }
>()("@fleet/server/AppInvitationStore") {
  static readonly layer = Layer.effect(
    AppInvitationStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, app_id, email, role_id, expires_at")
      const issued = sql.literal(`id, app_id, email, role_id, expires_at, display_name, send_mail,
        (SELECT a.invite_url FROM apps a WHERE a.id = app_id) AS invite_url`)
      const AtKey = Schema.Struct({ ...Key.fields, now: Schema.Date })
      const one = ({ appId, id, now, orgId }: typeof AtKey.Encoded) =>
        sql`id = ${id} AND app_id = ${appId} AND org_id = ${orgId} AND expires_at > ${now}`

      const find = SqlSchema.findOneOption({
        Request: AtKey,
        Result: Row,
        execute: (key) => sql`SELECT ${columns} FROM app_invitations WHERE ${one(key)}`
      })
      const list = SqlSchema.findAll({
        Request: Schema.Struct({ ...OfApp.fields, now: Schema.Date }),
        Result: Row,
        execute: ({ appId, now, orgId }) => sql`
          SELECT ${columns} FROM app_invitations
          WHERE app_id = ${appId} AND org_id = ${orgId} AND expires_at > ${now} ORDER BY created_at DESC, id`
      })
      const account = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...OfApp.fields, email: Schema.String }),
        Result: Account,
        execute: ({ appId, email, orgId }) => sql`
          SELECT status FROM app_users
          WHERE app_id = ${appId} AND org_id = ${orgId} AND lower(email) = lower(${email})`
      })
      const isInvited = SqlSchema.findOne({
        Request: Schema.Struct({ ...OfApp.fields, email: Schema.String, now: Schema.Date }),
        Result: Schema.Struct({ invited: Schema.Boolean }),
        execute: ({ appId, email, now, orgId }) => sql`
          SELECT EXISTS (
            SELECT FROM app_invitations
            WHERE app_id = ${appId} AND org_id = ${orgId} AND lower(email) = lower(${email}) AND expires_at > ${now}
          ) AS invited`
      })
      const insert = SqlSchema.findOne({
        Request: Insert,
        Result: Issued,
        execute: (row) => sql`
          INSERT INTO app_invitations ${sql.insert({ ...row })}
          ON CONFLICT (app_id, lower(email)) DO UPDATE SET
            id = gen_random_uuid(), email = excluded.email, display_name = excluded.display_name,
            role_id = excluded.role_id, token_hash = excluded.token_hash, send_mail = excluded.send_mail,
            created_at = excluded.created_at, expires_at = excluded.expires_at
          RETURNING ${issued}`
      })
      const put = Effect.fnUntraced(function* (row: typeof Insert.Type) {
        yield* sql`DELETE FROM app_invitations WHERE app_id = ${row.app_id} AND expires_at <= ${row.created_at}`
        return yield* insert(row)
      })
      const renew = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...AtKey.fields, hash: Schema.Uint8Array, expiresAt: Schema.Date }),
        Result: Issued,
        execute: ({ expiresAt, hash, ...key }) => sql`
          UPDATE app_invitations
          SET id = gen_random_uuid(), token_hash = ${hash}, created_at = ${key.now}, expires_at = ${expiresAt}
          WHERE ${one(key)} RETURNING ${issued}`
      })
      const remove = SqlSchema.findOneOption({
        Request: AtKey,
        Result: Row,
        execute: (key) => sql`DELETE FROM app_invitations WHERE ${one(key)} RETURNING ${columns}`
      })

      return AppInvitationStore.of({
        find: (key, now) => Effect.orDie(find({ ...key, now })),
        list: (app, now) => Effect.orDie(list({ ...app, now })),
        account: (app, email) =>
          Effect.map(
            Effect.orDie(account({ ...app, email })),
            Option.map(({ status }) => status)
          ),
        isInvited: (app, email, now) =>
          Effect.map(Effect.orDie(isInvited({ ...app, email, now })), ({ invited }) => invited),
        put: (row) => Effect.orDie(put(row)),
        renew: (key, term) => Effect.orDie(renew({ ...key, ...term })),
        delete: (key, now) => Effect.orDie(remove({ ...key, now })),
        remove: (id) => sql`DELETE FROM app_invitations WHERE id = ${id}`.pipe(Effect.orDie, Effect.asVoid),
        moveRole: ({ appId, orgId }, from, to) =>
          sql`
            UPDATE app_invitations SET role_id = ${to}
            WHERE role_id = ${from} AND app_id = ${appId} AND org_id = ${orgId}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
