import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// What a sweep of sessions looks for, so that it reads no session that lives.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX session_families_over ON session_families (ended_at) WHERE ended_at IS NOT NULL`
  yield* sql`CREATE INDEX refresh_tokens_old ON refresh_tokens (expires_at)`
})
