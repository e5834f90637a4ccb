import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // An accepted invitation is deleted: its account is what is left of it.
  yield* sql`
    CREATE TABLE team_invitations (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      email text NOT NULL,
      display_name text,
      tier text NOT NULL CHECK (tier IN ('owner', 'developer')),
      token_hash bytea NOT NULL UNIQUE,
      send_mail boolean NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE UNIQUE INDEX team_invitations_by_email ON team_invitations (org_id, lower(email))`
  // The operator class lets a prefix be looked up whatever the database's collation.
  yield* sql`CREATE INDEX audit_events_by_action ON audit_events (org_id, action text_pattern_ops, seq DESC)`
  yield* sql`CREATE INDEX audit_events_by_actor ON audit_events (org_id, actor_id, seq DESC)`
  yield* sql`CREATE INDEX audit_events_by_target ON audit_events (org_id, target_id, seq DESC)`
  yield* sql`
    CREATE INDEX audit_events_by_robot ON audit_events (org_id, (details ->> 'robot_id'), seq DESC)
    WHERE details ->> 'robot_id' IS NOT NULL`
  yield* sql`CREATE INDEX audit_events_by_time ON audit_events (org_id, at)`
})
