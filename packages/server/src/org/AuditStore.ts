import { OrgId } from "@fleet/domain/Ids"
import { AnyMap } from "@fleet/domain/Wire"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/unstable/sql"

const Insert = Schema.Struct({
  org_id: OrgId,
  at: Schema.DateTimeUtcFromDate,
  actor_kind: Schema.String,
  actor_id: Schema.String,
  actor_label: Schema.String,
  action: Schema.String,
  target_kind: Schema.NullOr(Schema.String),
  target_id: Schema.NullOr(Schema.String),
  target_label: Schema.NullOr(Schema.String),
  details: Schema.NullOr(Schema.fromJsonString(AnyMap))
})
export type Insert = typeof Insert.Type

/** The audit_events table. */
export class AuditStore extends Context.Service<
  AuditStore,
  { readonly insert: (event: Insert) => Effect.Effect<number> }
>()("@fleet/server/AuditStore") {
  static readonly layer = Layer.effect(
    AuditStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.findOne({
        Request: Insert,
        Result: Schema.Struct({ seq: Schema.Union([Schema.FiniteFromString, Schema.Finite]) }),
        execute: (row) => sql`INSERT INTO audit_events ${sql.insert({ ...row })} RETURNING seq::text`
      })
      return AuditStore.of({ insert: (event) => Effect.map(Effect.orDie(insert(event)), ({ seq }) => seq) })
    })
  )
}
