import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Slugs that were renamed since the robot's last publish: until then its jobs run under the former name. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE job_names (
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      former text NOT NULL,
      slug text NOT NULL,
      PRIMARY KEY (robot_id, former)
    )`
})
