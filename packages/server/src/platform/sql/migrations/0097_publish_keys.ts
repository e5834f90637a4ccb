import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The key that a publish was sent with, so that one which arrives twice makes one version. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE config_versions ADD COLUMN publish_key text`
  yield* sql`CREATE UNIQUE INDEX config_versions_by_key ON config_versions (robot_id, publish_key) WHERE publish_key IS NOT NULL`
})
