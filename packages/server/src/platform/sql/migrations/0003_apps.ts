import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE apps (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      name text NOT NULL,
      identifier text NOT NULL UNIQUE,
      default_role_id uuid,
      password_enabled boolean NOT NULL DEFAULT true,
      allowed_origins text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`CREATE INDEX apps_by_org ON apps (org_id, created_at, id)`
  yield* sql`
    CREATE TABLE app_robots (
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      org_id uuid NOT NULL,
      position integer NOT NULL,
      PRIMARY KEY (app_id, robot_id)
    )`
  yield* sql`CREATE INDEX app_robots_by_robot ON app_robots (robot_id)`
  yield* sql`
    CREATE TABLE roles (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL,
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      name text NOT NULL,
      builtin boolean NOT NULL DEFAULT false,
      action_history boolean NOT NULL DEFAULT false,
      assets boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (app_id, name)
    )`
  yield* sql`
    ALTER TABLE apps ADD FOREIGN KEY (default_role_id) REFERENCES roles ON DELETE SET NULL`
  yield* sql`
    CREATE TABLE role_grants (
      role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      org_id uuid NOT NULL,
      slug text NOT NULL,
      PRIMARY KEY (role_id, robot_id, slug)
    )`
  yield* sql`CREATE INDEX role_grants_by_robot ON role_grants (robot_id, slug)`
  yield* sql`
    CREATE TABLE app_users (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL,
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      email text NOT NULL,
      display_name text,
      role_id uuid NOT NULL REFERENCES roles,
      status text NOT NULL CHECK (status IN ('pending_verification', 'active', 'blocked')),
      password_hash text,
      last_login_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`CREATE UNIQUE INDEX app_users_by_email ON app_users (app_id, lower(email))`
  yield* sql`CREATE INDEX app_users_by_role ON app_users (role_id)`
  yield* sql`
    CREATE TABLE server_keys (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL,
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      name text NOT NULL,
      hash bytea NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    )`
  yield* sql`CREATE INDEX server_keys_by_app ON server_keys (app_id, created_at, id)`
})
