import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// The platform was written as words where an actor is a uuid.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE audit_events SET actor_id = '00000000-0000-0000-0000-000000000000' WHERE actor_kind = 'platform'`
})
