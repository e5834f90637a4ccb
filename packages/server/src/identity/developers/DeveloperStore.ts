import { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Tier } from "@fleet/domain/Caller"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: DeveloperId,
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  tier: Tier,
  token_version: Schema.Int,
  created_at: Schema.DateTimeUtcFromDate,
  org_name: Schema.String,
  org_created_at: Schema.DateTimeUtcFromDate,
  require_two_factor: Schema.Boolean,
  /** Whether the org is locked for the developer: Owners may still sign in. */
  locked: Schema.Boolean,
  passkeys: Schema.Int,
  authenticator: Schema.Boolean
})
export type Row = typeof Row.Type

/** Developers with their orgs, as a session needs them. */
export class DeveloperStore extends Context.Service<
  DeveloperStore,
  {
    readonly find: (key: { readonly orgId: OrgId; readonly id: DeveloperId }) => Effect.Effect<Option.Option<Row>>
    /** The address is unique over all orgs; case does not matter. */
    readonly findByEmail: (email: string) => Effect.Effect<Option.Option<Row>>
    /** False where the name was that already. */
    readonly rename: (id: DeveloperId, displayName: string | null) => Effect.Effect<boolean>
  }
>()("@fleet/server/DeveloperStore") {
  static readonly layer = Layer.effect(
    DeveloperStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const selected = sql.literal(`
        SELECT d.id, d.org_id, d.email, d.display_name, d.tier, d.token_version, d.created_at,
          o.name AS org_name, o.created_at AS org_created_at, o.require_two_factor,
          o.locked_at IS NOT NULL AND d.tier <> 'owner' AS locked,
          (SELECT count(*)::int FROM passkeys p WHERE p.developer_id = d.id) AS passkeys,
          EXISTS (SELECT FROM authenticators a WHERE a.developer_id = d.id AND a.confirmed_at IS NOT NULL)
            AS authenticator
        FROM developers d JOIN orgs o ON o.id = d.org_id`)
      const find = SqlSchema.findOneOption({
        Request: Schema.Struct({ orgId: OrgId, id: DeveloperId }),
        Result: Row,
        execute: ({ id, orgId }) => sql`${selected} WHERE d.id = ${id} AND d.org_id = ${orgId}`
      })
      const findByEmail = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (email) => sql`${selected} WHERE lower(d.email) = lower(${email})`
      })
      return DeveloperStore.of({
        find: (key) => Effect.orDie(find(key)),
        findByEmail: (email) => Effect.orDie(findByEmail(email)),
        rename: (id, displayName) =>
          sql`
            UPDATE developers SET display_name = ${displayName}
            WHERE id = ${id} AND display_name IS DISTINCT FROM ${displayName}::text RETURNING id`.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.length > 0)
          )
      })
    })
  )
}
