import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Address = Schema.Struct({ identifier: Schema.String, email: Schema.String })
const RegistrationContext = Schema.Struct({
  org_id: OrgId,
  app_id: AppId,
  identifier: Schema.String,
  self_registration: Schema.Boolean,
  password_enabled: Schema.Boolean,
  verify_url: Schema.NullOr(Schema.String),
  default_role_id: Schema.NullOr(RoleId),
  domain_allowed: Schema.Boolean
})
/** In lowercase as mail servers write it: to a database the domain with İ is that with i. */
const domainOf = (email: string) => email.slice(email.indexOf("@") + 1).toLowerCase()

/** The app of a registration. */
export class RegistrationStore extends Context.Service<
  RegistrationStore,
  {
    /** The app, and whether it takes addresses of this domain. Does not read whether the address has an account. */
    readonly find: (address: typeof Address.Type) => Effect.Effect<Option.Option<typeof RegistrationContext.Type>>
  }
>()("@fleet/server/RegistrationStore") {
  static readonly layer = Layer.effect(
    RegistrationStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: Address,
        Result: RegistrationContext,
        execute: ({ email, identifier }) => sql`
          SELECT a.org_id, a.id AS app_id, a.identifier, a.self_registration, a.password_enabled, a.verify_url,
            a.default_role_id,
            cardinality(a.allowed_domains) = 0
              OR ${domainOf(email)} = ANY (a.allowed_domains) AS domain_allowed
          FROM apps a WHERE a.identifier = ${identifier}`
      })
      return RegistrationStore.of({
        find: (address) => Effect.orDie(find(address))
      })
    })
  )
}
