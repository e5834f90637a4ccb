import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// What a robot's ROS graph offered when it was read last, and the types it has defined.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE introspections (
      robot_id uuid PRIMARY KEY REFERENCES robots (id) ON DELETE CASCADE,
      graph json NOT NULL,
      fetched_at timestamptz NOT NULL
    )`
  yield* sql`
    CREATE TABLE type_definitions (
      robot_id uuid NOT NULL REFERENCES robots (id) ON DELETE CASCADE,
      name text NOT NULL,
      definition json NOT NULL,
      fetched_at timestamptz NOT NULL,
      PRIMARY KEY (robot_id, name)
    )`
})
