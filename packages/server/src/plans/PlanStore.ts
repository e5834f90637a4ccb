import { OrgId } from "@fleet/domain/Ids"
import { PlanName } from "@fleet/domain/Plans"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: OrgId,
  plan: PlanName,
  locked_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type Row = typeof Row.Type

/** The plans of organisations, as they are read. */
export class PlanStore extends Context.Service<
  PlanStore,
  {
    readonly get: (orgId: OrgId) => Effect.Effect<Row>
    /** Those of the orgs that there are. */
    readonly some: (orgIds: ReadonlyArray<OrgId>) => Effect.Effect<ReadonlyArray<Row>>
    readonly all: Effect.Effect<ReadonlyArray<Row>>
  }
>()("@fleet/server/PlanStore") {
  static readonly layer = Layer.effect(
    PlanStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, plan, locked_at")
      const get = SqlSchema.findOne({
        Request: OrgId,
        Result: Row,
        execute: (id) => sql`SELECT ${columns} FROM orgs WHERE id = ${id}`
      })
      const some = SqlSchema.findAll({
        Request: Schema.Array(OrgId),
        Result: Row,
        execute: (ids) => sql`SELECT ${columns} FROM orgs WHERE ${sql.in("id", ids)}`
      })
      const all = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Row,
        execute: () => sql`SELECT ${columns} FROM orgs ORDER BY id`
      })
      return PlanStore.of({
        get: (id) => Effect.orDie(get(id)),
        some: (ids) => Effect.orDie(some(ids)),
        all: Effect.orDie(Effect.suspend(() => all(undefined)))
      })
    })
  )
}
