import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// A person is a developer or an app user; exactly one of the two columns is set.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE authenticators (
      developer_id uuid UNIQUE REFERENCES developers ON DELETE CASCADE,
      app_user_id uuid UNIQUE REFERENCES app_users ON DELETE CASCADE,
      secret bytea,
      confirmed_at timestamptz,
      last_step bigint,
      pending_secret bytea,
      CHECK (num_nonnulls(developer_id, app_user_id) = 1)
    )`
  yield* sql`
    CREATE TABLE recovery_codes (
      developer_id uuid REFERENCES developers ON DELETE CASCADE,
      app_user_id uuid REFERENCES app_users ON DELETE CASCADE,
      mac bytea NOT NULL,
      CHECK (num_nonnulls(developer_id, app_user_id) = 1)
    )`
  yield* sql`CREATE UNIQUE INDEX recovery_codes_of_developer ON recovery_codes (developer_id, mac)`
  yield* sql`CREATE UNIQUE INDEX recovery_codes_of_app_user ON recovery_codes (app_user_id, mac)`
  yield* sql`
    CREATE TABLE passkeys (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      developer_id uuid NOT NULL REFERENCES developers ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      synced boolean,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz
    )`
  yield* sql`CREATE INDEX passkeys_by_developer ON passkeys (developer_id, created_at)`
  // `owner` is the developer who registers, or the portal interaction that signs in. Deleted before it is verified.
  yield* sql`
    CREATE TABLE passkey_challenges (
      owner uuid NOT NULL,
      purpose text NOT NULL CHECK (purpose IN ('register', 'sign_in')),
      challenge text NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (owner, purpose)
    )`
  yield* sql`CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at)`
})
