import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Whether a person is asked before a command of the slug is carried out for an assistant.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE role_grants ADD COLUMN confirm boolean NOT NULL DEFAULT false`
})
