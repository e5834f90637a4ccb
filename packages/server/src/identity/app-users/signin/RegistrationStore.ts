import { AppId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { spelling } from "../../../platform/sql/spelling.ts"
import { Person } from "./SignInStore.ts"

const Address = Schema.Struct({ identifier: Schema.String, email: Schema.String })
const Door = Schema.Struct({
  org_id: OrgId,
  app_id: AppId,
  identifier: Schema.String,
  self_registration: Schema.Boolean,
  password_enabled: Schema.Boolean,
  verify_url: Schema.NullOr(Schema.String),
  default_role_id: Schema.NullOr(RoleId),
  domain_allowed: Schema.Boolean
})
const Registered = Schema.Struct({
  org_id: OrgId,
  app_id: AppId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  role_id: RoleId,
  password_hash: Schema.NullOr(Schema.String)
})

/** In lowercase as mail servers write it: to a database the domain with İ is that with i. */
const domainOf = (email: string) => email.slice(email.indexOf("@") + 1).toLowerCase()

/** What a registration needs to know, and the account it makes. */
export class RegistrationStore extends Context.Service<
  RegistrationStore,
  {
    /** The app, and whether it takes addresses of this domain. Whether the address has an account is not looked at. */
    readonly door: (address: typeof Address.Type) => Effect.Effect<Option.Option<typeof Door.Type>>
    /**
     * Makes a pending account, or gives a pending one this password and this name, and this address, should the database
     * take another for the same. None, with nothing changed, when the address has an account that is active or blocked.
     */
    readonly put: (account: typeof Registered.Type) => Effect.Effect<Option.Option<Person>>
  }
>()("@fleet/server/RegistrationStore") {
  static readonly layer = Layer.effect(
    RegistrationStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const door = SqlSchema.findOneOption({
        Request: Address,
        Result: Door,
        execute: ({ email, identifier }) => sql`
          SELECT a.org_id, a.id AS app_id, a.identifier, a.self_registration, a.password_enabled, a.verify_url,
            a.default_role_id,
            cardinality(a.allowed_domains) = 0
              OR ${domainOf(email)} = ANY (a.allowed_domains) AS domain_allowed
          FROM apps a WHERE a.identifier = ${identifier}`
      })
      const put = SqlSchema.findOneOption({
        Request: Registered,
        Result: Person,
        execute: (account) => sql`
          INSERT INTO app_users ${sql.insert({ ...account, status: "pending_verification" })}
          ON CONFLICT (app_id, lower(email)) DO UPDATE
            SET email = ${spelling(sql, account.email)}, password_hash = EXCLUDED.password_hash,
              display_name = EXCLUDED.display_name
            WHERE app_users.status = 'pending_verification'
          RETURNING id, org_id, app_id, email, display_name, role_id, status, password_hash`
      })
      return RegistrationStore.of({
        door: (address) => Effect.orDie(door(address)),
        put: (account) => Effect.orDie(put(account))
      })
    })
  )
}
