import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Old jobs are found by their org and their end, to be deleted.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX job_runs_by_end ON job_runs (org_id, ended_at) WHERE ended_at IS NOT NULL`
})
