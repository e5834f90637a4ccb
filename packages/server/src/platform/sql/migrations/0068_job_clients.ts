import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The MCP client that began a job for its actor; null where none did. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE job_runs ADD COLUMN client_id text`
})
