import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE robots (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      name text NOT NULL,
      token_hash bytea NOT NULL UNIQUE,
      details jsonb NOT NULL DEFAULT '{}',
      details_at timestamptz NOT NULL DEFAULT now(),
      protocol_version integer,
      protocol_status text,
      bridge_version text,
      last_hello_error jsonb,
      applied_version integer,
      applied_ok boolean,
      applied_errors jsonb,
      deletion_done text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`CREATE INDEX robots_by_org ON robots (org_id, name, id)`
  yield* sql`
    CREATE TABLE latest_values (
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      slug text NOT NULL,
      value jsonb NOT NULL,
      timestamp_ms double precision NOT NULL,
      PRIMARY KEY (robot_id, slug)
    )`
  yield* sql`
    CREATE TABLE samples (
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      org_id uuid NOT NULL,
      slug text NOT NULL,
      timestamp_ms double precision NOT NULL,
      value jsonb NOT NULL,
      PRIMARY KEY (robot_id, slug, timestamp_ms)
    )`
  yield* sql`
    CREATE TABLE camera_snapshots (
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      slug text NOT NULL,
      mime text NOT NULL,
      width integer NOT NULL,
      height integer NOT NULL,
      timestamp_ms double precision NOT NULL,
      image bytea NOT NULL,
      PRIMARY KEY (robot_id, slug)
    )`
})
