import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sign-ins of app users at their providers, and the one-time codes that they end with. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A sign-in whose provider was deleted meanwhile stays, so that the browser is sent back to its app.
  yield* sql`
    CREATE TABLE oidc_interactions (
      state_hash bytea PRIMARY KEY,
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      provider_id uuid REFERENCES app_oidc_providers ON DELETE SET NULL,
      issuer text NOT NULL,
      client_id text NOT NULL,
      redirect_uri text NOT NULL,
      is_hosted boolean NOT NULL,
      app_state text NOT NULL,
      code_challenge text NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX oidc_interactions_old ON oidc_interactions (expires_at)`
  yield* sql`CREATE INDEX oidc_interactions_by_app ON oidc_interactions (app_id)`
  yield* sql`CREATE INDEX oidc_interactions_by_provider ON oidc_interactions (provider_id)`
  yield* sql`
    CREATE TABLE oidc_codes (
      hash bytea PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES app_users ON DELETE CASCADE,
      provider_id uuid NOT NULL REFERENCES app_oidc_providers ON DELETE CASCADE,
      provider_slug text NOT NULL,
      code_challenge text NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX oidc_codes_old ON oidc_codes (expires_at)`
  yield* sql`CREATE INDEX oidc_codes_by_user ON oidc_codes (user_id)`
  yield* sql`CREATE INDEX oidc_codes_by_provider ON oidc_codes (provider_id)`
})
