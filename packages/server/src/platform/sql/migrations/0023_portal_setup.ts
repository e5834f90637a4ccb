import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// What a setup inside a sign-in shows, sealed: first the key of the authenticator, then the recovery codes.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE portal_interactions ADD COLUMN shown bytea`
})
