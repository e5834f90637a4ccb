import { AppId, AppUserId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Uuid } from "@fleet/domain/Wire"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { spelling } from "../../../platform/sql/spelling.ts"
import { Person } from "./SignInStore.ts"

const Invited = Schema.Struct({
  id: Uuid,
  org_id: OrgId,
  app_id: AppId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  role_id: Schema.NullOr(RoleId),
  default_role_id: Schema.NullOr(RoleId),
  password_enabled: Schema.Boolean
})
export type Invited = typeof Invited.Type

const Presented = Schema.Struct({ tokenHash: Schema.Uint8Array, now: Schema.Date })
type Presented = typeof Presented.Type

const Account = Schema.Struct({
  org_id: OrgId,
  app_id: AppId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  role_id: RoleId,
  password_hash: Schema.NullOr(Schema.String)
})

/** Invitations to an app as they are accepted, and the accounts that come of them. */
export class AcceptanceStore extends Context.Service<
  AcceptanceStore,
  {
    /** The outstanding invitation, with what its app asks for. */
    readonly find: (presented: Presented) => Effect.Effect<Option.Option<Invited>>
    /** The same, locked until the transaction ends. */
    readonly lock: (presented: Presented) => Effect.Effect<Option.Option<Invited>>
    /** Whose address it is in the app, locked until the transaction ends. */
    readonly holder: (invited: Invited) => Effect.Effect<Option.Option<Person>>
    /** None when the app has the address. */
    readonly insert: (account: typeof Account.Type) => Effect.Effect<Option.Option<Person>>
    /**
     * Gives a pending account this password, name and role and makes it active; the links it was mailed are void. Its
     * address is the one that was proved, should the database take two for the same.
     */
    readonly activate: (id: AppUserId, account: typeof Account.Type) => Effect.Effect<Person>
    readonly remove: (invited: Invited) => Effect.Effect<void>
  }
>()("@fleet/server/AcceptanceStore") {
  static readonly layer = Layer.effect(
    AcceptanceStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, org_id, app_id, email, display_name, role_id, status, password_hash")
      const outstanding = ({ now, tokenHash }: typeof Presented.Encoded) => sql`
        SELECT i.id, i.org_id, i.app_id, i.email, i.display_name, i.role_id, a.default_role_id, a.password_enabled
        FROM app_invitations i JOIN apps a ON a.id = i.app_id
        WHERE i.token_hash = ${tokenHash} AND i.expires_at > ${now}`

      const find = SqlSchema.findOneOption({ Request: Presented, Result: Invited, execute: outstanding })
      const lock = SqlSchema.findOneOption({
        Request: Presented,
        Result: Invited,
        execute: (presented) => sql`${outstanding(presented)} FOR UPDATE OF i`
      })
      const holder = SqlSchema.findOneOption({
        Request: Invited,
        Result: Person,
        execute: ({ app_id, email }) => sql`
          SELECT ${columns} FROM app_users WHERE app_id = ${app_id} AND lower(email) = lower(${email}) FOR UPDATE`
      })
      const insert = SqlSchema.findOneOption({
        Request: Account,
        Result: Person,
        execute: (account) => sql`
          INSERT INTO app_users ${sql.insert({ ...account, status: "active" })}
          ON CONFLICT (app_id, lower(email)) DO NOTHING RETURNING ${columns}`
      })
      const activate = SqlSchema.findOne({
        Request: Schema.Struct({ id: AppUserId, account: Account }),
        Result: Person,
        execute: ({ account, id }) => sql`
          WITH void AS (DELETE FROM app_user_links WHERE user_id = ${id})
          UPDATE app_users SET status = 'active', email = ${spelling(sql, account.email)},
            display_name = ${account.display_name}, role_id = ${account.role_id}, password_hash = ${account.password_hash}
          WHERE id = ${id} RETURNING ${columns}`
      })
      const remove = ({ id }: Invited) => sql`DELETE FROM app_invitations WHERE id = ${id}`

      return AcceptanceStore.of({
        find: (presented) => Effect.orDie(find(presented)),
        lock: (presented) => Effect.orDie(lock(presented)),
        holder: (invited) => Effect.orDie(holder(invited)),
        insert: (account) => Effect.orDie(insert(account)),
        activate: (id, account) => Effect.orDie(activate({ id, account })),
        remove: (invited) => Effect.orDie(Effect.asVoid(remove(invited)))
      })
    })
  )
}
