import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Pages of an org's alerts in any state, those that moved last first. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX alerts_by_org ON alerts (org_id, state_since_ms DESC NULLS LAST, id)`
})
