import { AppId, AppUserId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/unstable/sql"

const Row = Schema.Struct({
  org_id: OrgId,
  app_id: AppId,
  password_enabled: Schema.Boolean,
  user_id: Schema.NullOr(AppUserId),
  email: Schema.NullOr(Schema.String),
  password_hash: Schema.NullOr(Schema.String)
})
const Address = Schema.Struct({ identifier: Schema.String, email: Schema.String })

/** What a sign-in to an app needs to know, and what it leaves behind. */
export class SignInStore extends Context.Service<
  SignInStore,
  {
    /** The app, with the account of the address where there is one. */
    readonly find: (address: typeof Address.Type) => Effect.Effect<Option.Option<typeof Row.Type>>
    /** Notes a sign-in; false when the account is not one that may sign in. */
    readonly arrive: (id: AppUserId, now: Date) => Effect.Effect<boolean>
  }
>()("@fleet/server/SignInStore") {
  static readonly layer = Layer.effect(
    SignInStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: Address,
        Result: Row,
        execute: ({ email, identifier }) => sql`
          SELECT a.org_id, a.id AS app_id, a.password_enabled, u.id AS user_id, u.email, u.password_hash
          FROM apps a
          LEFT JOIN app_users u ON u.app_id = a.id AND lower(u.email) = lower(${email})
          WHERE a.identifier = ${identifier}`
      })
      const arrive = (id: AppUserId, now: Date) =>
        sql`UPDATE app_users SET last_login_at = ${now} WHERE id = ${id} AND status = 'active' RETURNING id`

      return SignInStore.of({
        find: (address) => Effect.orDie(find(address)),
        arrive: (id, now) => Effect.map(Effect.orDie(arrive(id, now)), (rows) => rows.length === 1)
      })
    })
  )
}
