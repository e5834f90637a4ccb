import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Which run of the server holds a job or a live session. Rows of earlier versions have none: their run has ended. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE job_runs ADD COLUMN boot uuid`
  yield* sql`ALTER TABLE live_sessions ADD COLUMN boot uuid`
})
