import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A hello may name any version up to 2^53 − 1, and is told that it is not served. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE robots ALTER COLUMN protocol_version TYPE bigint`
})
