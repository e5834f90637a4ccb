import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE config_drafts (
      robot_id uuid PRIMARY KEY REFERENCES robots ON DELETE CASCADE,
      org_id uuid NOT NULL,
      source text NOT NULL,
      updated_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE config_versions (
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      version integer NOT NULL CHECK (version > 0),
      org_id uuid NOT NULL,
      source text NOT NULL,
      doc json NOT NULL,
      issues jsonb NOT NULL,
      published_at timestamptz NOT NULL,
      PRIMARY KEY (robot_id, version)
    )`
})
