import { Tier } from "@fleet/domain/Caller"
import { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { PlanName } from "@fleet/domain/Plans"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { lockOrgForUpdate } from "./lockOrgForUpdateSql.ts"

const NewOrg = Schema.Struct({ name: Schema.String, plan: PlanName })

const NewDeveloper = Schema.Struct({
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  tier: Tier
})

const Member = Schema.Struct({ orgId: OrgId, id: DeveloperId })

const Named = Schema.Struct({ id: OrgId, name: Schema.String })
export type Named = typeof Named.Type

const Row = Schema.Struct({
  id: OrgId,
  name: Schema.String,
  require_two_factor: Schema.Boolean,
  created_at: Schema.DateTimeUtcFromDate
})

/** The orgs table, and who belongs to an org. */
export class OrgStore extends Context.Service<
  OrgStore,
  {
    readonly insert: (org: typeof NewOrg.Type) => Effect.Effect<OrgId>
    /** None when the address has an account, in whichever org. */
    readonly addDeveloper: (developer: typeof NewDeveloper.Type) => Effect.Effect<Option.Option<DeveloperId>>
    /** By the org's id, or by the address of one of its developers. */
    readonly find: (idOrEmail: string) => Effect.Effect<Option.Option<Named>>
    /** Serialises changes of the org and its team. Answers whether the org is locked over payment. */
    readonly lockForUpdate: (id: OrgId) => Effect.Effect<boolean>
    /** Null unlocks it. */
    readonly setLocked: (id: OrgId, at: Date | null) => Effect.Effect<void>
    readonly get: (id: OrgId) => Effect.Effect<typeof Row.Type>
    /** None when the org has no such developer. */
    readonly tierOf: (developer: typeof Member.Type) => Effect.Effect<Option.Option<Tier>>
    readonly update: (
      id: OrgId,
      org: { readonly name: string; readonly require_two_factor: boolean }
    ) => Effect.Effect<void>
  }
>()("@fleet/server/OrgStore") {
  static readonly layer = Layer.effect(
    OrgStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.findOne({
        Request: NewOrg,
        Result: Schema.Struct({ id: OrgId }),
        execute: (row) => sql`INSERT INTO orgs ${sql.insert({ ...row })} RETURNING id`
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
      const get = SqlSchema.findOne({
        Request: OrgId,
        Result: Row,
        execute: (id) => sql`SELECT id, name, require_two_factor, created_at FROM orgs WHERE id = ${id}`
      })
      const tierOf = SqlSchema.findOneOption({
        Request: Member,
        Result: Schema.Struct({ tier: Tier }),
        execute: ({ id, orgId }) => sql`SELECT tier FROM developers WHERE id = ${id} AND org_id = ${orgId}`
      })
      return OrgStore.of({
        lockForUpdate: (id) => lockOrgForUpdate(sql, id),
        setLocked: (id, at) =>
          sql`UPDATE orgs SET locked_at = ${at}::timestamptz WHERE id = ${id}`.pipe(Effect.orDie, Effect.asVoid),
        get: (id) => Effect.orDie(get(id)),
        tierOf: (developer) =>
          Effect.map(
            Effect.orDie(tierOf(developer)),
            Option.map(({ tier }) => tier)
          ),
        update: (id, org) =>
          sql`UPDATE orgs SET ${sql.update({ ...org })} WHERE id = ${id}`.pipe(Effect.orDie, Effect.asVoid),
        find: (idOrEmail) => Effect.orDie(find(idOrEmail)),
        insert: (org) => Effect.map(Effect.orDie(insert(org)), ({ id }) => id),
        addDeveloper: (row) =>
          Effect.map(
            Effect.orDie(addDeveloper(row)),
            Option.map(({ id }) => id)
          )
      })
    })
  )
}
