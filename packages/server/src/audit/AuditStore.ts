import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type DeleteOld, oldRowsAtOnce } from "../plans/Retention.ts"
import { auditInsert, type AuditRow } from "./auditInsertSql.ts"

const Inserted = Schema.Array(Schema.Struct({ seq: Schema.FiniteFromString }))
const decode = Schema.decodeUnknownEffect(Inserted)

/** The audit_events table. */
export class AuditStore extends Context.Service<
  AuditStore,
  {
    /** Writes the rows in one statement; answers their numbers in order. */
    readonly insert: (rows: ReadonlyArray<AuditRow>) => Effect.Effect<ReadonlyArray<number>>
    readonly deleteOld: DeleteOld
  }
>()("@fleet/server/AuditStore") {
  static readonly layer = Layer.effect(
    AuditStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AuditStore.of({
        // The numbers are collected into an array, so that the index is used whatever the planner estimates.
        deleteOld: (orgId, before) =>
          sql`
            DELETE FROM audit_events WHERE org_id = ${orgId} AND seq = ANY (ARRAY(
              SELECT seq FROM audit_events WHERE org_id = ${orgId} AND at < ${before}
              ORDER BY at LIMIT ${oldRowsAtOnce} FOR UPDATE SKIP LOCKED))
            RETURNING 1`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length)
          ),
        insert: (rows) =>
          sql`${auditInsert(sql, rows)}`.pipe(
            Effect.flatMap(decode),
            Effect.map((inserted) => inserted.map(({ seq }) => seq)),
            Effect.orDie
          )
      })
    })
  )
}
