import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Links that were mailed to app users: a newer one of a kind replaces the older.
  yield* sql`
    CREATE TABLE app_user_links (
      user_id uuid NOT NULL REFERENCES app_users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('verify', 'reset')),
      token_hash bytea NOT NULL UNIQUE,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, kind)
    )`
  yield* sql`CREATE INDEX app_user_links_old ON app_user_links (expires_at)`
  // One code per app and address. Without user_id nobody was mailed: such a row is only counted like the others. It is no
  // reference, so that asking for a code costs the same for either.
  yield* sql`
    CREATE TABLE login_codes (
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      email text NOT NULL,
      user_id uuid,
      code_mac bytea NOT NULL,
      attempts_left integer NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (app_id, email)
    )`
  yield* sql`CREATE INDEX login_codes_old ON login_codes (expires_at)`
  // New accounts are counted against the ceiling of their org.
  yield* sql`CREATE INDEX app_users_by_org ON app_users (org_id)`
  // A sign-in that waits for its second factor. `method` is how it began.
  yield* sql`
    CREATE TABLE sign_in_challenges (
      hash bytea PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES app_users ON DELETE CASCADE,
      status text NOT NULL CHECK (status IN ('two_factor_required', 'two_factor_setup_required')),
      method text NOT NULL,
      attempts_left integer NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX sign_in_challenges_by_user ON sign_in_challenges (user_id)`
  yield* sql`CREATE INDEX sign_in_challenges_old ON sign_in_challenges (expires_at)`
})
