import { AppUserStatus } from "@fleet/domain/AppUsers"
import { AppId, AppUserId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { keepStoredEmailCase } from "../../../platform/sql/keepStoredEmailCase.ts"
import { textArray } from "../../../platform/sql/values.ts"

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

/** An app as a sign-in needs it, with the account of an address where there is one. */
const LoginContext = Schema.Struct({
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
export type LoginContext = typeof LoginContext.Type

/** An app user whose first factor was right. */
export interface AuthenticatedAppUser {
  readonly id: AppUserId
  readonly orgId: OrgId
  readonly appId: AppId
  readonly email: string
}

/** The app user of a person whose first factor was right. */
export const authenticatedAppUserOf = ({ app_id, email, id, org_id }: Person): AuthenticatedAppUser => ({
  id,
  orgId: org_id,
  appId: app_id,
  email
})

const LinkBase = Schema.Struct({ identifier: Schema.String, reset_url: Schema.NullOr(Schema.String) })
const Password = Schema.Struct({ password_enabled: Schema.Boolean, password_hash: Schema.NullOr(Schema.String) })
const Address = Schema.Struct({ identifier: Schema.String, email: Schema.String })

const Factor = Schema.Struct({
  policy: Schema.Literals(["off", "optional", "required"]),
  /** Whether the person has a confirmed authenticator. */
  confirmed: Schema.Boolean,
  /** Whether the org is locked. */
  locked: Schema.Boolean,
  /** Whether the app takes passwords and the person's was lost. */
  password_lost: Schema.Boolean
})

const OfApp = Schema.Struct({ orgId: OrgId, appId: AppId })
type OfApp = typeof OfApp.Type
const Key = Schema.Struct({ ...OfApp.fields, id: AppUserId })
type Key = typeof Key.Type

const NewAccount = Schema.Struct({
  org_id: OrgId,
  app_id: AppId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  role_id: RoleId,
  password_hash: Schema.NullOr(Schema.String)
})
type NewAccount = typeof NewAccount.Type

/** The app_users table: what sign-ins read of it and of their apps, and every write. */
export class AccountStore extends Context.Service<
  AccountStore,
  {
    /** The app, with the account of the address where there is one. */
    readonly find: (address: typeof Address.Type) => Effect.Effect<Option.Option<LoginContext>>
    /** Whether the app exists; it cannot be deleted until the transaction ends. Lock before any row of the app. */
    readonly lockAppForShare: (id: AppId) => Effect.Effect<boolean>
    /** What a mailed link of the app is made of. */
    readonly app: (id: AppId) => Effect.Effect<typeof LinkBase.Type>
    /** The account's password, and whether its app takes passwords. An account that no longer exists has none. */
    readonly password: (id: AppUserId) => Effect.Effect<typeof Password.Type>
    /** What a sign-in still needs after its first factor. */
    readonly factor: (id: AppUserId) => Effect.Effect<typeof Factor.Type>
    /** The account, locked until the transaction ends. */
    readonly lockForUpdate: (id: AppUserId) => Effect.Effect<Option.Option<Person>>
    /** An active account. None when the app has the address. */
    readonly insert: (account: NewAccount) => Effect.Effect<Option.Option<Person>>
    /**
     * Makes a pending account, or gives a pending one this password and this name, and this address, should the database
     * take another for the same. None, with nothing changed, when the address has an account that is active or blocked.
     */
    readonly register: (account: NewAccount) => Effect.Effect<Option.Option<Person>>
    /**
     * Gives a pending account this password, name and role and makes it active; the links it was mailed are void. Its
     * address is the one that was proved, should the database take two for the same.
     */
    readonly accept: (id: AppUserId, account: NewAccount) => Effect.Effect<Person>
    /**
     * Makes a pending account active, and its verification link void; an active one stays. None when it is blocked or
     * gone. The row stays locked until the transaction ends. A pending account's password, where it has one, becomes
     * `lost` if that is given, which no password matches.
     */
    readonly activate: (id: AppUserId, lost?: string) => Effect.Effect<Option.Option<Person>>
    /** Sets the password; links for resetting it are void from now on. */
    readonly setPassword: (id: AppUserId, hash: string) => Effect.Effect<void>
    /** Answers whether the app takes passwords and the person's was lost. */
    readonly noteLogin: (id: AppUserId, now: Date) => Effect.Effect<boolean>
    readonly update: (
      key: Key,
      change: { readonly display_name: string | null; readonly role_id: RoleId }
    ) => Effect.Effect<void>
    readonly block: (key: Key) => Effect.Effect<void>
    /** Back to what the user was before the block. */
    readonly unblock: (key: Key) => Effect.Effect<void>
    readonly delete: (key: Key) => Effect.Effect<void>
    readonly deleteAll: (users: ReadonlyArray<AppUserId>) => Effect.Effect<void>
    /** Gives the users of a role another one. */
    readonly moveRole: (app: OfApp, from: RoleId, to: RoleId) => Effect.Effect<void>
  }
>()("@fleet/server/AccountStore") {
  static readonly layer = Layer.effect(
    AccountStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, org_id, app_id, email, display_name, role_id, status, password_hash")
      const within = ({ appId, orgId }: OfApp) => sql`app_id = ${appId} AND org_id = ${orgId}`
      const one = ({ id, ...app }: Key) => sql`id = ${id} AND ${within(app)}`
      const done = <A, E>(statement: Effect.Effect<A, E>) => Effect.asVoid(Effect.orDie(statement))

      const find = SqlSchema.findOneOption({
        Request: Address,
        Result: LoginContext,
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
      const lockForUpdate = SqlSchema.findOneOption({
        Request: AppUserId,
        Result: Person,
        execute: (id) => sql`SELECT ${columns} FROM app_users WHERE id = ${id} FOR UPDATE`
      })
      const factor = SqlSchema.findOne({
        Request: AppUserId,
        Result: Factor,
        execute: (id) => sql`
          SELECT a.two_factor AS policy, u.password_lost AND a.password_enabled AS password_lost,
            EXISTS (SELECT FROM authenticators t WHERE t.app_user_id = u.id AND t.confirmed_at IS NOT NULL) AS confirmed,
            o.locked_at IS NOT NULL AS locked
          FROM app_users u JOIN apps a ON a.id = u.app_id JOIN orgs o ON o.id = u.org_id
          WHERE u.id = ${id}`
      })
      const insert = SqlSchema.findOneOption({
        Request: NewAccount,
        Result: Person,
        execute: (account) => sql`
          INSERT INTO app_users ${sql.insert({ ...account, status: "active" })}
          ON CONFLICT (app_id, lower(email)) DO NOTHING RETURNING ${columns}`
      })
      const register = SqlSchema.findOneOption({
        Request: NewAccount,
        Result: Person,
        execute: (account) => sql`
          INSERT INTO app_users ${sql.insert({ ...account, status: "pending_verification" })}
          ON CONFLICT (app_id, lower(email)) DO UPDATE
            SET email = ${keepStoredEmailCase(sql, account.email)}, password_hash = EXCLUDED.password_hash,
              display_name = EXCLUDED.display_name
            WHERE app_users.status = 'pending_verification'
          RETURNING ${columns}`
      })
      const accept = SqlSchema.findOne({
        Request: Schema.Struct({ id: AppUserId, account: NewAccount }),
        Result: Person,
        execute: ({ account, id }) => sql`
          WITH void AS (DELETE FROM app_user_links WHERE user_id = ${id})
          UPDATE app_users SET status = 'active', email = ${keepStoredEmailCase(sql, account.email)},
            display_name = ${account.display_name}, role_id = ${account.role_id}, password_hash = ${account.password_hash}
          WHERE id = ${id} RETURNING ${columns}`
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
      const noteLogin = SqlSchema.findOneOption({
        Request: Schema.Struct({ id: AppUserId, now: Schema.Date }),
        Result: Schema.Struct({ password_lost: Schema.Boolean }),
        execute: ({ id, now }) => sql`
          UPDATE app_users u SET last_login_at = ${now} FROM apps a WHERE u.id = ${id} AND a.id = u.app_id
          RETURNING u.password_lost AND a.password_enabled AS password_lost`
      })

      return AccountStore.of({
        find: (address) => Effect.orDie(find(address)),
        lockAppForShare: (id) =>
          Effect.map(Effect.orDie(sql`SELECT FROM apps WHERE id = ${id} FOR KEY SHARE`), ({ length }) => length === 1),
        app: (id) => Effect.orDie(app(id)),
        password: (id) =>
          Effect.map(
            Effect.orDie(password(id)),
            Option.getOrElse(() => ({ password_enabled: true, password_hash: null }))
          ),
        lockForUpdate: (id) => Effect.orDie(lockForUpdate(id)),
        factor: (id) => Effect.orDie(factor(id)),
        insert: (account) => Effect.orDie(insert(account)),
        register: (account) => Effect.orDie(register(account)),
        accept: (id, account) => Effect.orDie(accept({ id, account })),
        activate: (id, lost) => Effect.orDie(activate({ id, lost: lost ?? null })),
        setPassword: (id, hash) => done(setPassword(id, hash)),
        noteLogin: (id, now) =>
          Effect.map(
            Effect.orDie(noteLogin({ id, now })),
            Option.exists(({ password_lost }) => password_lost)
          ),
        update: (key, change) => done(sql`UPDATE app_users SET ${sql.update({ ...change })} WHERE ${one(key)}`),
        block: (key) =>
          done(sql`
            UPDATE app_users SET status_before_block = status, status = 'blocked'
            WHERE ${one(key)} AND status <> 'blocked'`),
        unblock: (key) =>
          done(sql`
            UPDATE app_users SET status = coalesce(status_before_block, 'active'), status_before_block = NULL
            WHERE ${one(key)} AND status = 'blocked'`),
        delete: (key) => done(sql`DELETE FROM app_users WHERE ${one(key)}`),
        // Names nothing but what its index begins with: a kept plan, given more, would compare all users with these.
        deleteAll: (users) => done(sql`DELETE FROM app_users WHERE id = ANY (${textArray(users)}::uuid[])`),
        moveRole: (app, from, to) =>
          done(sql`UPDATE app_users SET role_id = ${to} WHERE role_id = ${from} AND ${within(app)}`)
      })
    })
  )
}

/** The person of a sign-in, where there is one. */
export const personOf = (found: Option.Option<LoginContext>): Person | null =>
  Option.getOrNull(Option.flatMapNullishOr(found, ({ person }) => person))
