import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE job_runs (
      id uuid PRIMARY KEY,
      seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      mint bigint NOT NULL,
      org_id uuid NOT NULL,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      slug text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('action', 'service')),
      state text NOT NULL CHECK (state IN ('running', 'unknown', 'succeeded', 'failed', 'cancelled', 'lost')),
      patience_ms integer NOT NULL,
      actor jsonb NOT NULL,
      started_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      ended_at timestamptz,
      result jsonb,
      error jsonb
    )`
  yield* sql`CREATE INDEX job_runs_by_robot ON job_runs (robot_id, slug, seq DESC)`
  yield* sql`CREATE INDEX job_runs_by_org ON job_runs (org_id, seq DESC)`
  yield* sql`CREATE INDEX job_runs_unfinished ON job_runs (robot_id) WHERE state IN ('running', 'unknown')`
})
