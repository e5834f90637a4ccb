import { AppInvitationId } from "@fleet/domain/AppInvitations"
import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Person } from "../accounts/AccountStore.ts"

const Invited = Schema.Struct({
  id: AppInvitationId,
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
export type Presented = typeof Presented.Type

/** Invitations to an app as they are accepted. */
export class AcceptanceStore extends Context.Service<
  AcceptanceStore,
  {
    /** The outstanding invitation, with what its app asks for. */
    readonly find: (presented: Presented) => Effect.Effect<Option.Option<Invited>>
    /** The same, locked until the transaction ends. */
    readonly lockForUpdate: (presented: Presented) => Effect.Effect<Option.Option<Invited>>
    /** Whose address it is in the app, locked until the transaction ends. */
    readonly lockAccountForUpdate: (invited: Invited) => Effect.Effect<Option.Option<Person>>
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
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Presented,
        Result: Invited,
        execute: (presented) => sql`${outstanding(presented)} FOR UPDATE OF i`
      })
      const lockAccountForUpdate = SqlSchema.findOneOption({
        Request: Invited,
        Result: Person,
        execute: ({ app_id, email }) => sql`
          SELECT ${columns} FROM app_users WHERE app_id = ${app_id} AND lower(email) = lower(${email}) FOR UPDATE`
      })
      return AcceptanceStore.of({
        find: (presented) => Effect.orDie(find(presented)),
        lockForUpdate: (presented) => Effect.orDie(lockForUpdate(presented)),
        lockAccountForUpdate: (invited) => Effect.orDie(lockAccountForUpdate(invited))
      })
    })
  )
}
