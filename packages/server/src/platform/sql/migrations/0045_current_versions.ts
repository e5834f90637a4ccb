import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Of each robot the newest published version, so that a list of robots does not look for it robot by robot.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE current_versions (
      robot_id uuid PRIMARY KEY REFERENCES robots (id) ON DELETE CASCADE,
      org_id uuid NOT NULL,
      version integer NOT NULL,
      published_at timestamptz NOT NULL,
      exposes json NOT NULL
    )`
  yield* sql`
    INSERT INTO current_versions (robot_id, org_id, version, published_at, exposes)
    SELECT DISTINCT ON (robot_id) robot_id, org_id, version, published_at, exposes::json
    FROM config_versions ORDER BY robot_id, version DESC`
  yield* sql`CREATE INDEX current_versions_by_org ON current_versions (org_id)`
})
