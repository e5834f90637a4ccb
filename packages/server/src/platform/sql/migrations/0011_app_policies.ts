import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE apps
      ADD COLUMN self_registration boolean NOT NULL DEFAULT false,
      ADD COLUMN allowed_domains text[] NOT NULL DEFAULT '{}',
      ADD COLUMN mcp_enabled boolean NOT NULL DEFAULT false,
      ADD COLUMN invite_url text,
      ADD COLUMN verify_url text,
      ADD COLUMN reset_url text,
      ADD COLUMN mcp_login_url text,
      ADD COLUMN app_url text,
      ADD COLUMN email_code_enabled boolean NOT NULL DEFAULT false,
      ADD COLUMN two_factor text NOT NULL DEFAULT 'off' CHECK (two_factor IN ('off', 'optional', 'required')),
      ADD COLUMN hosted_accent text,
      ADD COLUMN auth_updated_at timestamptz NOT NULL DEFAULT now()`
  yield* sql`
    CREATE TABLE app_logos (
      app_id uuid PRIMARY KEY REFERENCES apps ON DELETE CASCADE,
      mime text NOT NULL CHECK (mime IN ('image/png', 'image/svg+xml')),
      image bytea NOT NULL,
      hash text NOT NULL
    )`
  yield* sql`
    CREATE TABLE app_mail_templates (
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('invite', 'verify', 'reset', 'login_code')),
      subject text NOT NULL,
      text text NOT NULL,
      html text,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (app_id, kind)
    )`
  // An accepted invitation is deleted: its account is what is left of it.
  yield* sql`
    CREATE TABLE app_invitations (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      email text NOT NULL,
      display_name text,
      role_id uuid REFERENCES roles ON DELETE SET NULL,
      token_hash bytea NOT NULL UNIQUE,
      send_mail boolean NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE UNIQUE INDEX app_invitations_by_email ON app_invitations (app_id, lower(email))`
  yield* sql`CREATE INDEX app_invitations_by_org ON app_invitations (org_id)`
})
