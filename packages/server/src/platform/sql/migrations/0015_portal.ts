import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A console sign-in under way, bound to the browser that holds the cookie. The person is known once one is proven.
  yield* sql`
    CREATE TABLE portal_interactions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      cookie_hash bytea NOT NULL,
      redirect_uri text NOT NULL,
      state text NOT NULL,
      code_challenge text NOT NULL,
      step text NOT NULL DEFAULT 'open'
        CHECK (step IN ('open', 'two_factor', 'setup', 'enrolled', 'organization', 'ended')),
      purpose text CHECK (purpose IN ('sign_in', 'sign_up')),
      email text,
      display_name text,
      developer_id uuid REFERENCES developers ON DELETE CASCADE,
      token_version integer,
      factor_attempts_left integer NOT NULL DEFAULT 5,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX portal_interactions_old ON portal_interactions (expires_at)`
  yield* sql`CREATE INDEX portal_interactions_by_developer ON portal_interactions (developer_id)`
  // One code per address, whichever interaction asked. Without developer_id a code to sign in was mailed to nobody: such
  // a row is only counted like the others.
  yield* sql`
    CREATE TABLE portal_mailed_codes (
      email text NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('sign_in', 'sign_up')),
      developer_id uuid REFERENCES developers ON DELETE CASCADE,
      code_mac bytea NOT NULL,
      attempts_left integer NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (email, purpose)
    )`
  yield* sql`CREATE INDEX portal_mailed_codes_old ON portal_mailed_codes (expires_at)`
  yield* sql`CREATE INDEX portal_mailed_codes_by_developer ON portal_mailed_codes (developer_id)`
  // A spent code keeps the session it gave: presented again, it ends it.
  yield* sql`
    CREATE TABLE portal_codes (
      hash bytea PRIMARY KEY,
      developer_id uuid NOT NULL REFERENCES developers ON DELETE CASCADE,
      token_version integer NOT NULL,
      redirect_uri text NOT NULL,
      code_challenge text NOT NULL,
      method text NOT NULL CHECK (method IN ('email_code', 'passkey')),
      expires_at timestamptz NOT NULL,
      spent_at timestamptz,
      session_id uuid
    )`
  yield* sql`CREATE INDEX portal_codes_old ON portal_codes (expires_at)`
  yield* sql`CREATE INDEX portal_codes_by_developer ON portal_codes (developer_id)`
  yield* sql`
    CREATE TABLE waitlist (
      email text PRIMARY KEY,
      created_at timestamptz NOT NULL
    )`
})
