import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When a robot's bridge connected last: a process that ends without a word leaves no `offline_at`. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE robots ADD COLUMN connected_at timestamptz`
})
