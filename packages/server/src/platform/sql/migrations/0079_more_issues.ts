import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A version keeps its first issues, and how many others there were. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE config_versions ADD COLUMN issues_more integer NOT NULL DEFAULT 0`
})
