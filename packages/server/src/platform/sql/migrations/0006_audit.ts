import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// The trail outlives what it tells of, so it refers to nothing but the org.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE audit_events (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      at timestamptz NOT NULL,
      actor_kind text NOT NULL,
      actor_id text NOT NULL,
      actor_label text NOT NULL,
      action text NOT NULL,
      target_kind text,
      target_id text,
      target_label text,
      details jsonb
    )`
  yield* sql`CREATE INDEX audit_events_by_org ON audit_events (org_id, seq DESC)`
})
