import { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: DeveloperId,
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  token_version: Schema.Int
})
export type Person = typeof Row.Type

/** The developers table, as a sign-in asks it. */
export class PersonStore extends Context.Service<
  PersonStore,
  {
    readonly find: (id: DeveloperId) => Effect.Effect<Option.Option<Person>>
    /** Case does not matter. The account is not removed before the transaction ends. */
    readonly findByEmail: (email: string) => Effect.Effect<Option.Option<Person>>
  }
>()("@fleet/server/PersonStore") {
  static readonly layer = Layer.effect(
    PersonStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, org_id, email, display_name, token_version")
      const find = SqlSchema.findOneOption({
        Request: DeveloperId,
        Result: Row,
        execute: (id) => sql`SELECT ${columns} FROM developers WHERE id = ${id}`
      })
      const findByEmail = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (email) => sql`SELECT ${columns} FROM developers WHERE lower(email) = lower(${email}) FOR KEY SHARE`
      })
      return PersonStore.of({
        find: (id) => Effect.orDie(find(id)),
        findByEmail: (email) => Effect.orDie(findByEmail(email))
      })
    })
  )
}
