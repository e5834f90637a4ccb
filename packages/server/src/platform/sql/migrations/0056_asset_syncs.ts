import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Uploads of a robot's files by its bridge. A running one is the robot's only one, and its lease is `updated_at`.
 * `requested` counts the files that the bridge was asked for, `stored` those that arrived.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE asset_syncs (
      id uuid PRIMARY KEY,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      state text NOT NULL CHECK (state IN ('running', 'succeeded', 'failed')),
      requested integer NOT NULL,
      meshes jsonb NOT NULL,
      round integer NOT NULL DEFAULT 1,
      done integer NOT NULL DEFAULT 0,
      total integer NOT NULL,
      stored integer NOT NULL DEFAULT 0,
      failed jsonb NOT NULL DEFAULT '[]',
      reason text,
      started_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`
  yield* sql`CREATE UNIQUE INDEX asset_syncs_running ON asset_syncs (robot_id) WHERE state = 'running'`
  yield* sql`CREATE INDEX asset_syncs_by_robot ON asset_syncs (robot_id, started_at DESC)`
  yield* sql`CREATE INDEX asset_syncs_by_org ON asset_syncs (org_id)`
})
