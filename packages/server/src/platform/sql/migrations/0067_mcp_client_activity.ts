import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What each client of an app's MCP endpoint asked for last, by kind. `key` is a hash of what tells clients apart. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE mcp_client_activity (
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      key text NOT NULL,
      client_id text,
      client_name text,
      user_agent text,
      requests jsonb NOT NULL,
      first_seen_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      PRIMARY KEY (app_id, key)
    )`
  yield* sql`CREATE INDEX mcp_client_activity_old ON mcp_client_activity (last_seen_at)`
})
