import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { auditInsert, type AuditRow } from "../../../audit/auditInsertSql.ts"

const Inserted = Schema.Array(Schema.Struct({ seq: Schema.FiniteFromString }))
const decode = Schema.decodeUnknownEffect(Inserted)

/** The audit_events table, as sign-ins write it. */
export class AppUserAuditStore extends Context.Service<
  AppUserAuditStore,
  {
    /** One statement for any number of rows, none included; answers their numbers in order. */
    readonly insert: (rows: ReadonlyArray<AuditRow>) => Effect.Effect<ReadonlyArray<number>>
  }
>()("@fleet/server/AppUserAuditStore") {
  static readonly layer = Layer.effect(
    AppUserAuditStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AppUserAuditStore.of({
        insert: (rows) =>
          Effect.orDie(
            Effect.map(Effect.flatMap(sql`${auditInsert(sql, rows)}`, decode), (inserted) =>
              inserted.map(({ seq }) => seq)
            )
          )
      })
    })
  )
}
