import { AppId, AppUserId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Person } from "../accounts/AccountStore.ts"
import type { AuthenticatedAppUser } from "./AuthenticatedAppUser.ts"

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

const LinkBase = Schema.Struct({ identifier: Schema.String, reset_url: Schema.NullOr(Schema.String) })
const Password = Schema.Struct({ password_enabled: Schema.Boolean, password_hash: Schema.NullOr(Schema.String) })
const Address = Schema.Struct({ identifier: Schema.String, email: Schema.String })

/** The app user of a person whose first factor was right. */
export const authenticatedAppUserOf = ({ app_id, email, id, org_id }: Person): AuthenticatedAppUser => ({
  id,
  orgId: org_id,
  appId: app_id,
  email
})

/** Apps and app users, for sign-ins. */
export class SignInStore extends Context.Service<
  SignInStore,
  {
    /** The app, with the account of the address where there is one. */
    readonly find: (address: typeof Address.Type) => Effect.Effect<Option.Option<LoginContext>>
    /** Whether the app exists; it cannot be deleted until the transaction ends. Lock before any row of the app. */
    readonly lockAppForShare: (id: AppId) => Effect.Effect<boolean>
    /** What a mailed link of the app is made of. */
    readonly app: (id: AppId) => Effect.Effect<typeof LinkBase.Type>
    /** The account's password, and whether its app takes passwords. An account that no longer exists has none. */
    readonly password: (id: AppUserId) => Effect.Effect<typeof Password.Type>
    /** The account, locked until the transaction ends. */
    readonly lockForUpdate: (id: AppUserId) => Effect.Effect<Option.Option<Person>>
  }
>()("@fleet/server/SignInStore") {
  static readonly layer = Layer.effect(
    SignInStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, org_id, app_id, email, display_name, role_id, status, password_hash")

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
      return SignInStore.of({
        find: (address) => Effect.orDie(find(address)),
        lockAppForShare: (id) =>
          Effect.map(Effect.orDie(sql`SELECT FROM apps WHERE id = ${id} FOR KEY SHARE`), ({ length }) => length === 1),
        app: (id) => Effect.orDie(app(id)),
        password: (id) =>
          Effect.map(
            Effect.orDie(password(id)),
            Option.getOrElse(() => ({ password_enabled: true, password_hash: null }))
          ),
        lockForUpdate: (id) => Effect.orDie(lockForUpdate(id))
      })
    })
  )
}

/** The person of a sign-in, where there is one. */
export const personOf = (found: Option.Option<LoginContext>): Person | null =>
  Option.getOrNull(Option.flatMapNullishOr(found, ({ person }) => person))
