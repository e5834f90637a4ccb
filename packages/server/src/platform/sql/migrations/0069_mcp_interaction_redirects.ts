import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A page of consent looks at the address of its own answer alone. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE mcp_interactions DROP COLUMN redirect_uris`
})
