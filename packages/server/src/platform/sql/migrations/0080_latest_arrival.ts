import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When a newest value came, so that a late write does not replace a newer one. Values of before have no such time. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE latest_values ADD COLUMN arrived_ms double precision`
})
