import { Tier } from "@fleet/domain/Caller"
import { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/unstable/sql"

const NewDeveloper = Schema.Struct({
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  tier: Tier
})

const Named = Schema.Struct({ id: OrgId, name: Schema.String })
export type Named = typeof Named.Type

/** The orgs table, and who belongs to an org. */
export class OrgStore extends Context.Service<
  OrgStore,
  {
    readonly insert: (name: string) => Effect.Effect<OrgId>
    /** None when the address has an account, in whichever org. */
    readonly addDeveloper: (developer: typeof NewDeveloper.Type) => Effect.Effect<Option.Option<DeveloperId>>
    /** By the org's id, or by the address of one of its developers. */
    readonly find: (idOrEmail: string) => Effect.Effect<Option.Option<Named>>
  }
>()("@fleet/server/OrgStore") {
  static readonly layer = Layer.effect(
    OrgStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.findOne({
        Request: Schema.String,
        Result: Schema.Struct({ id: OrgId }),
        execute: (name) => sql`INSERT INTO orgs (name) VALUES (${name}) RETURNING id`
      })
      const addDeveloper = SqlSchema.findOneOption({
        Request: NewDeveloper,
        Result: Schema.Struct({ id: DeveloperId }),
        execute: (row) =>
          sql`INSERT INTO developers ${sql.insert({ ...row })} ON CONFLICT (lower(email)) DO NOTHING RETURNING id`
      })
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Named,
        execute: (idOrEmail) => sql`
          SELECT o.id, o.name FROM orgs o
          WHERE o.id::text = lower(${idOrEmail})
            OR EXISTS (SELECT FROM developers d WHERE d.org_id = o.id AND lower(d.email) = lower(${idOrEmail}))`
      })
      return OrgStore.of({
        find: (idOrEmail) => Effect.orDie(find(idOrEmail)),
        insert: (name) => Effect.map(Effect.orDie(insert(name)), ({ id }) => id),
        addDeveloper: (row) =>
          Effect.map(
            Effect.orDie(addDeveloper(row)),
            Option.map(({ id }) => id)
          )
      })
    })
  )
}
