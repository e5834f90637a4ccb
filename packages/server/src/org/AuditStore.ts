import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { auditInsert, type AuditRow } from "../sql/auditInsert.ts"

const Inserted = Schema.Tuple([Schema.Struct({ seq: Schema.FiniteFromString })])
const decode = Schema.decodeUnknownEffect(Inserted)

/** The audit_events table. */
export class AuditStore extends Context.Service<
  AuditStore,
  { readonly insert: (row: AuditRow) => Effect.Effect<number> }
>()("@fleet/server/AuditStore") {
  static readonly layer = Layer.effect(
    AuditStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AuditStore.of({
        insert: (row) =>
          Effect.orDie(Effect.map(Effect.flatMap(sql`${auditInsert(sql, [row])}`, decode), ([{ seq }]) => seq))
      })
    })
  )
}
