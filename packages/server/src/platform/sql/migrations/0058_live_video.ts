import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Live sessions, kept for a day after their end; and what is counted of use, by organisation, app, day and run of a server.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE live_sessions (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      slug text NOT NULL,
      app_id uuid,
      caller_kind text NOT NULL,
      caller_id uuid NOT NULL,
      created_at timestamptz NOT NULL,
      ended_at timestamptz,
      reason text
    )`
  yield* sql`CREATE INDEX live_sessions_robot ON live_sessions (robot_id)`
  yield* sql`CREATE INDEX live_sessions_org ON live_sessions (org_id)`
  yield* sql`CREATE INDEX live_sessions_ended ON live_sessions (ended_at)`
  yield* sql`
    CREATE TABLE usage_counters (
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      app_id uuid,
      metric text NOT NULL,
      day date NOT NULL,
      boot uuid NOT NULL,
      value bigint NOT NULL
    )`
  yield* sql`
    CREATE UNIQUE INDEX usage_counters_key ON usage_counters
      (org_id, metric, day, boot, coalesce(app_id, '00000000-0000-0000-0000-000000000000'::uuid))`
})
