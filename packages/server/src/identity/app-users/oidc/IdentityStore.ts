import { AppId, AppUserId, OidcProviderId, RoleId } from "@fleet/domain/Ids"
import { AppInvitationId } from "@fleet/domain/AppInvitations"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Person } from "../accounts/AccountStore.ts"

const Identity = Schema.Struct({ provider_id: OidcProviderId, issuer: Schema.String, subject: Schema.String })
/** A person as a provider knows them. */
export type Identity = typeof Identity.Type

const Linked = Schema.Struct({ ...Identity.fields, user_id: AppUserId, created_at: Schema.DateTimeUtcFromDate })

const Address = Schema.Struct({ appId: AppId, email: Schema.String, now: Schema.Date })
type Address = typeof Address.Type

const Invitation = Schema.Struct({
  id: AppInvitationId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  /** Null once it is deleted. */
  role_id: Schema.NullOr(RoleId)
})

/** The app_user_identities table, and whom an address belongs to. */
export class IdentityStore extends Context.Service<
  IdentityStore,
  {
    readonly userOf: (identity: Identity) => Effect.Effect<Option.Option<AppUserId>>
    readonly link: (linked: typeof Linked.Type) => Effect.Effect<void>
    /** Whose address it is in the app, locked until the transaction ends. */
    readonly lockAccountForUpdate: (appId: AppId, email: string) => Effect.Effect<Option.Option<Person>>
    /** The outstanding invitation of the address, locked until the transaction ends. */
    readonly lockInvitationForUpdate: (address: Address) => Effect.Effect<Option.Option<typeof Invitation.Type>>
  }
>()("@fleet/server/IdentityStore") {
  static readonly layer = Layer.effect(
    IdentityStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const userOf = SqlSchema.findOneOption({
        Request: Identity,
        Result: Schema.Struct({ user_id: AppUserId }),
        execute: ({ issuer, provider_id, subject }) => sql`
          SELECT user_id FROM app_user_identities
          WHERE provider_id = ${provider_id} AND issuer = ${issuer} AND subject = ${subject}`
      })
      const link = SqlSchema.void({
        Request: Linked,
        execute: (row) => sql`INSERT INTO app_user_identities ${sql.insert({ ...row })}`
      })
      const lockAccountForUpdate = SqlSchema.findOneOption({
        Request: Schema.Struct({ appId: AppId, email: Schema.String }),
        Result: Person,
        execute: ({ appId, email }) => sql`
          SELECT id, org_id, app_id, email, display_name, role_id, status, password_hash
          FROM app_users WHERE app_id = ${appId} AND lower(email) = lower(${email}) FOR UPDATE`
      })
      const lockInvitationForUpdate = SqlSchema.findOneOption({
        Request: Address,
        Result: Invitation,
        execute: ({ appId, email, now }) => sql`
          SELECT id, email, display_name, role_id FROM app_invitations
          WHERE app_id = ${appId} AND lower(email) = lower(${email}) AND expires_at > ${now} FOR UPDATE`
      })
      return IdentityStore.of({
        userOf: (identity) =>
          Effect.map(
            Effect.orDie(userOf(identity)),
            Option.map(({ user_id }) => user_id)
          ),
        link: (linked) => Effect.orDie(link(linked)),
        lockAccountForUpdate: (appId, email) => Effect.orDie(lockAccountForUpdate({ appId, email })),
        lockInvitationForUpdate: (address) => Effect.orDie(lockInvitationForUpdate(address))
      })
    })
  )
}
