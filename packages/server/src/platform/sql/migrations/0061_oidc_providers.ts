import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Identity providers of apps, their secrets sealed for them, and whom their subjects are linked to. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE app_oidc_providers (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      slug text NOT NULL,
      name text NOT NULL,
      issuer text NOT NULL,
      client_id text NOT NULL,
      client_secret bytea NOT NULL,
      scopes jsonb NOT NULL,
      link_verified_emails boolean NOT NULL,
      enabled boolean NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (app_id, slug)
    )`
  // The issuer is the token's: subjects of another issuer are other people, should the provider get a new one.
  yield* sql`
    CREATE TABLE app_user_identities (
      provider_id uuid NOT NULL REFERENCES app_oidc_providers ON DELETE CASCADE,
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id uuid NOT NULL REFERENCES app_users ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (provider_id, issuer, subject)
    )`
  yield* sql`CREATE INDEX app_user_identities_by_user ON app_user_identities (user_id)`
})
