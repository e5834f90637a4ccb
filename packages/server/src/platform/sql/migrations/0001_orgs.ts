import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE orgs (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE TABLE developers (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      email text NOT NULL,
      display_name text,
      tier text NOT NULL CHECK (tier IN ('owner', 'developer')),
      token_version integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`CREATE UNIQUE INDEX developers_by_email ON developers (lower(email))`
  yield* sql`CREATE INDEX developers_by_org ON developers (org_id, created_at)`

  // One family is one sign-in; its id is the session id in every access token.
  yield* sql`
    CREATE TABLE session_families (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      space text NOT NULL CHECK (space IN ('developer', 'app_user')),
      subject_id uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz
    )`
  yield* sql`CREATE INDEX session_families_by_subject ON session_families (subject_id) WHERE ended_at IS NULL`
  yield* sql`
    CREATE TABLE refresh_tokens (
      hash bytea PRIMARY KEY,
      family_id uuid NOT NULL REFERENCES session_families ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      spent_at timestamptz
    )`
  yield* sql`CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family_id)`
})
