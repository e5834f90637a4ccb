import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Whether the database answers within two seconds. */
export class DatabaseHealth extends Context.Service<DatabaseHealth, { readonly answers: Effect.Effect<boolean> }>()(
  "@fleet/server/DatabaseHealth"
) {
  static readonly layer = Layer.effect(
    DatabaseHealth,
    Effect.map(SqlClient.SqlClient, (sql) => ({
      answers: sql`SELECT 1`.pipe(
        Effect.timeout("2 seconds"),
        Effect.match({ onFailure: () => false, onSuccess: () => true })
      )
    }))
  )
}
