import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The newest still of a camera is a file of the blob store, which holds what there is to say of it; `file` is its name. Those
 * of before go: the next comes within its camera's interval.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP TABLE camera_snapshots`
  yield* sql`
    CREATE TABLE camera_stills (
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      slug text NOT NULL,
      file uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      PRIMARY KEY (robot_id, slug)
    )`
})
