import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// By which write a minute was last added to, so that the same one again adds nothing.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE latency_buckets ADD COLUMN last_write uuid`
})
