import { AppUserStatus } from "@fleet/domain/AppUsers"
import { AppId, AppUserId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Arrived } from "./Arrivals.ts"

/** An account of an app, as a sign-in needs it. */
export const Person = Schema.Struct({
  id: AppUserId,
  org_id: OrgId,
  app_id: AppId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  role_id: RoleId,
  status: AppUserStatus,
  password_hash: Schema.NullOr(Schema.String)
})
export type Person = typeof Person.Type

const Doorstep = Schema.Struct({
  org_id: OrgId,
  app_id: AppId,
  identifier: Schema.String,
  password_enabled: Schema.Boolean,
  email_code_enabled: Schema.Boolean,
  verify_url: Schema.NullOr(Schema.String),
  reset_url: Schema.NullOr(Schema.String),
  /** The address as addresses are compared. */
  address: Schema.String,
  person: Schema.NullOr(Person)
})
export type Doorstep = typeof Doorstep.Type

const LinkBase = Schema.Struct({ identifier: Schema.String, reset_url: Schema.NullOr(Schema.String) })
const Password = Schema.Struct({ password_enabled: Schema.Boolean, password_hash: Schema.NullOr(Schema.String) })
const Address = Schema.Struct({ identifier: Schema.String, email: Schema.String })

/** The person as those who follow a first proof know it. */
export const arrivedOf = ({ app_id, email, id, org_id }: Person): Arrived => ({
  id,
  orgId: org_id,
  appId: app_id,
  email
})

/** What a sign-in to an app needs to know, and the accounts it changes. */
export class SignInStore extends Context.Service<
  SignInStore,
  {
    /** The app, with the account of the address where there is one. */
    readonly find: (address: typeof Address.Type) => Effect.Effect<Option.Option<Doorstep>>
    /** Whether the app is still there; it stays until the transaction ends. Take it before any row of the app. */
    readonly holdApp: (id: AppId) => Effect.Effect<boolean>
    /** What a mailed link of the app is made of. */
    readonly app: (id: AppId) => Effect.Effect<typeof LinkBase.Type>
    /** The account's password, and whether its app takes passwords. An account that is gone has none. */
    readonly password: (id: AppUserId) => Effect.Effect<typeof Password.Type>
    /** The account, which stays as it is until the transaction ends. */
    readonly lock: (id: AppUserId) => Effect.Effect<Option.Option<Person>>
    /**
     * Makes a pending account active, and its verification link void; an active one stays. None when it is blocked or
     * gone. The row stays locked until the transaction ends. A pending account's password, where it has one, becomes
     * `lost` if that is given: one that nobody knows.
     */
    readonly activate: (id: AppUserId, lost?: string) => Effect.Effect<Option.Option<Person>>
    /** Sets the password; links for resetting it are void from now on. */
    readonly setPassword: (id: AppUserId, hash: string) => Effect.Effect<void>
  }
>()("@fleet/server/SignInStore") {
  static readonly layer = Layer.effect(
    SignInStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, org_id, app_id, email, display_name, role_id, status, password_hash")

      const find = SqlSchema.findOneOption({
        Request: Address,
        Result: Doorstep,
        execute: ({ email, identifier }) => sql`
          SELECT a.org_id, a.id AS app_id, a.identifier, a.password_enabled, a.email_code_enabled, a.verify_url,
            a.reset_url, lower(${email}) AS address, to_jsonb(u) AS person
          FROM apps a
          LEFT JOIN LATERAL (
            SELECT ${columns} FROM app_users WHERE app_id = a.id AND lower(email) = lower(${email})) u ON true
          WHERE a.identifier = ${identifier}`
      })
      const app = SqlSchema.findOne({
        Request: AppId,
        Result: LinkBase,
        execute: (id) => sql`SELECT identifier, reset_url FROM apps WHERE id = ${id}`
      })
      const password = SqlSchema.findOneOption({
        Request: AppUserId,
        Result: Password,
        execute: (id) => sql`
          SELECT a.password_enabled, u.password_hash FROM app_users u JOIN apps a ON a.id = u.app_id WHERE u.id = ${id}`
      })
      const lock = SqlSchema.findOneOption({
        Request: AppUserId,
        Result: Person,
        execute: (id) => sql`SELECT ${columns} FROM app_users WHERE id = ${id} FOR UPDATE`
      })
      const activate = SqlSchema.findOneOption({
        Request: Schema.Struct({ id: AppUserId, lost: Schema.NullOr(Schema.String) }),
        Result: Person,
        execute: ({ id, lost }) => sql`
          WITH person AS (
            UPDATE app_users SET status = 'active',
              (password_hash, password_lost) = (SELECT
                CASE WHEN loses THEN ${lost}::text ELSE password_hash END, password_lost OR loses
                FROM (SELECT status = 'pending_verification' AND password_hash IS NOT NULL
                  AND ${lost}::text IS NOT NULL AS loses) l)
            WHERE id = ${id} AND status IN ('pending_verification', 'active')
            RETURNING ${columns}),
          void AS (DELETE FROM app_user_links l USING person p WHERE l.user_id = p.id AND l.kind = 'verify')
          SELECT * FROM person`
      })
      const setPassword = (id: AppUserId, hash: string) => sql`
        WITH person AS (UPDATE app_users SET password_hash = ${hash}, password_lost = false WHERE id = ${id} RETURNING id)
        DELETE FROM app_user_links l USING person p WHERE l.user_id = p.id AND l.kind = 'reset'`

      return SignInStore.of({
        find: (address) => Effect.orDie(find(address)),
        holdApp: (id) =>
          Effect.map(Effect.orDie(sql`SELECT FROM apps WHERE id = ${id} FOR KEY SHARE`), ({ length }) => length === 1),
        app: (id) => Effect.orDie(app(id)),
        password: (id) =>
          Effect.map(
            Effect.orDie(password(id)),
            Option.getOrElse(() => ({ password_enabled: true, password_hash: null }))
          ),
        lock: (id) => Effect.orDie(lock(id)),
        activate: (id, lost) => Effect.orDie(activate({ id, lost: lost ?? null })),
        setPassword: (id, hash) => Effect.orDie(Effect.asVoid(setPassword(id, hash)))
      })
    })
  )
}

/** The person of a doorstep, where there is one. */
export const personOf = (doorstep: Option.Option<Doorstep>): Person | null =>
  Option.getOrNull(Option.flatMapNullishOr(doorstep, ({ person }) => person))
