import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** For the summary of an org's jobs, which counts those that began since a time. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX job_runs_by_start ON job_runs (org_id, started_at)`
  yield* sql`CREATE INDEX job_runs_unfinished_by_org ON job_runs (org_id) WHERE state IN ('running', 'unknown')`
})
