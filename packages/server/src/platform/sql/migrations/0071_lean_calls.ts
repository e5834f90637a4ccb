import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A call writes a job, its audit event and its end, and each index costs all three. Events are found by their org and
 * number, which is their key now, and orgs are never deleted. No query looks for a job by its number alone.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE audit_events
      DROP CONSTRAINT audit_events_org_id_fkey,
      DROP CONSTRAINT audit_events_pkey,
      DROP CONSTRAINT audit_events_seq_key`
  yield* sql`ALTER TABLE audit_events ADD PRIMARY KEY (org_id, seq)`
  yield* sql`DROP INDEX audit_events_by_org`
  yield* sql`ALTER TABLE job_runs DROP CONSTRAINT job_runs_seq_key`
  yield* sql`DROP INDEX job_runs_unfinished, job_runs_unfinished_by_org`
  yield* sql`
    CREATE INDEX job_runs_unfinished ON job_runs (org_id, robot_id) WHERE state IN ('running', 'unknown')`
})
