import { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: DeveloperId,
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  token_version: Schema.Int,
  /** Whether the org is locked for the developer: Owners may still sign in. */
  locked: Schema.Boolean
})
export type Person = typeof Row.Type

/** The developers table, for sign-ins. */
export class PersonStore extends Context.Service<
  PersonStore,
  {
    readonly find: (id: DeveloperId) => Effect.Effect<Option.Option<Person>>
    /** Without regard to case. The account cannot be deleted before the transaction ends. */
    readonly lockByEmailForShare: (email: string) => Effect.Effect<Option.Option<Person>>
  }
>()("@fleet/server/PersonStore") {
  static readonly layer = Layer.effect(
    PersonStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const selected = sql.literal(`
        SELECT d.id, d.org_id, d.email, d.display_name, d.token_version,
          o.locked_at IS NOT NULL AND d.tier <> 'owner' AS locked
        FROM developers d JOIN orgs o ON o.id = d.org_id`)
      const find = SqlSchema.findOneOption({
        Request: DeveloperId,
        Result: Row,
        execute: (id) => sql`${selected} WHERE d.id = ${id}`
      })
      const lockByEmailForShare = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (email) => sql`${selected} WHERE lower(d.email) = lower(${email}) FOR KEY SHARE OF d`
      })
      return PersonStore.of({
        find: (id) => Effect.orDie(find(id)),
        lockByEmailForShare: (email) => Effect.orDie(lockByEmailForShare(email))
      })
    })
  )
}
