import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A registration's password was replaced by one that nobody knows; a new one was not set yet.
  yield* sql`ALTER TABLE app_users ADD COLUMN password_lost boolean NOT NULL DEFAULT false`
  // The key that a set-up showed, sealed: the same for the whole of its sign-in, and for no other.
  yield* sql`ALTER TABLE sign_in_challenges ADD COLUMN setup_key bytea`
})
