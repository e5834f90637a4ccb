import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A job that was adopted from its bridge was begun by nobody this platform knows. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE job_runs ALTER COLUMN actor DROP NOT NULL`
})
