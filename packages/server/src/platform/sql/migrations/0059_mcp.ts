import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A session that a person gave to a client: its tokens are good at one resource and for some scopes.
  yield* sql`
    ALTER TABLE session_families
      ADD COLUMN client_id text,
      ADD COLUMN resource text,
      ADD COLUMN scopes text[]`
  // Without app_id: of the central endpoint.
  yield* sql`
    CREATE TABLE mcp_clients (
      id text PRIMARY KEY,
      app_id uuid REFERENCES apps ON DELETE CASCADE,
      name text NOT NULL,
      redirect_uris text[] NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX mcp_clients_by_app ON mcp_clients (app_id)`
  yield* sql`CREATE INDEX mcp_clients_old ON mcp_clients (last_used_at)`
  yield* sql`
    CREATE TABLE mcp_interactions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      app_id uuid REFERENCES apps ON DELETE CASCADE,
      client_id text NOT NULL,
      client_name text,
      redirect_uris text[] NOT NULL,
      redirect_uri text NOT NULL,
      state text,
      code_challenge text NOT NULL,
      scopes text[] NOT NULL,
      expires_at timestamptz NOT NULL,
      decided_at timestamptz
    )`
  yield* sql`CREATE INDEX mcp_interactions_by_app ON mcp_interactions (app_id)`
  yield* sql`CREATE INDEX mcp_interactions_old ON mcp_interactions (expires_at)`
  // What a person lets a client do: an app user at their app's endpoint, a developer at the central one.
  yield* sql`
    CREATE TABLE mcp_grants (
      app_user_id uuid REFERENCES app_users ON DELETE CASCADE,
      developer_id uuid REFERENCES developers ON DELETE CASCADE,
      subject_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(app_user_id, developer_id)) STORED,
      client_id text NOT NULL,
      client_name text,
      scopes text[] NOT NULL,
      granted_at timestamptz NOT NULL,
      last_used_at timestamptz,
      CHECK ((app_user_id IS NULL) <> (developer_id IS NULL))
    )`
  yield* sql`CREATE UNIQUE INDEX mcp_grants_by_subject ON mcp_grants (subject_id, client_id)`
  yield* sql`CREATE INDEX mcp_grants_by_app_user ON mcp_grants (app_user_id)`
  yield* sql`CREATE INDEX mcp_grants_by_developer ON mcp_grants (developer_id)`
  // A spent code keeps the session it gave: presented again, it ends it.
  yield* sql`
    CREATE TABLE mcp_codes (
      hash bytea PRIMARY KEY,
      app_user_id uuid REFERENCES app_users ON DELETE CASCADE,
      developer_id uuid REFERENCES developers ON DELETE CASCADE,
      subject_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(app_user_id, developer_id)) STORED,
      token_version integer NOT NULL,
      resource text NOT NULL,
      client_id text NOT NULL,
      redirect_uri text NOT NULL,
      code_challenge text NOT NULL,
      scopes text[] NOT NULL,
      expires_at timestamptz NOT NULL,
      spent_at timestamptz,
      session_id uuid,
      CHECK ((app_user_id IS NULL) <> (developer_id IS NULL))
    )`
  yield* sql`CREATE INDEX mcp_codes_by_app_user ON mcp_codes (app_user_id)`
  yield* sql`CREATE INDEX mcp_codes_by_developer ON mcp_codes (developer_id)`
  yield* sql`CREATE INDEX mcp_codes_old ON mcp_codes (expires_at)`
})
