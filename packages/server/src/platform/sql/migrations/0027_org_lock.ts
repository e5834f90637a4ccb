import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// When the organisation was locked over an unpaid invoice; null while it is not.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE orgs ADD COLUMN locked_at timestamptz`
})
