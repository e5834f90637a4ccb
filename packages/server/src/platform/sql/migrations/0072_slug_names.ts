import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What the slugs of a robot's versions are called now, where that is another name: names by slug by version. In the robot's
 * own row, so that a write that waited for a rename sees its names (decision 79).
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE robots ADD COLUMN slug_names jsonb NOT NULL DEFAULT '{}'`
  yield* sql`
    UPDATE robots r SET slug_names = jsonb_build_object(v.version::text, n.names)
    FROM current_versions v, (
      SELECT robot_id, jsonb_object_agg(former, slug) AS names FROM job_names WHERE former <> slug GROUP BY robot_id
    ) n
    WHERE v.robot_id = r.id AND n.robot_id = r.id`
  // Runs since the rename stood under the former name until the publish.
  yield* sql`
    UPDATE job_runs j SET slug = n.slug FROM job_names n
    WHERE j.robot_id = n.robot_id AND j.slug = n.former AND n.former <> n.slug
      AND NOT EXISTS (SELECT FROM job_names o WHERE o.robot_id = n.robot_id AND o.slug = n.former)`
  yield* sql`DROP TABLE job_names`
})
