import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// A command of a client that waits for a person's yes. It is that of its arguments alone, once.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE mcp_confirmations (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      app_user_id uuid NOT NULL REFERENCES app_users ON DELETE CASCADE,
      client_id text NOT NULL,
      arguments_hash bytea NOT NULL,
      command jsonb NOT NULL,
      decision text CHECK (decision IN ('approve', 'deny')),
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX mcp_confirmations_by_app_user ON mcp_confirmations (app_user_id)`
  yield* sql`CREATE INDEX mcp_confirmations_old ON mcp_confirmations (expires_at)`
})
