import { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** The organisations whose rows are kept for a time. */
export class RetentionStore extends Context.Service<
  RetentionStore,
  { readonly orgIds: Effect.Effect<ReadonlyArray<OrgId>> }
>()("@fleet/server/RetentionStore") {
  static readonly layer = Layer.effect(
    RetentionStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const orgIds = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ id: OrgId }),
        execute: () => sql`SELECT id FROM orgs ORDER BY id`
      })
      return { orgIds: Effect.map(Effect.orDie(orgIds(undefined)), (rows) => rows.map(({ id }) => id)) }
    })
  )
}
