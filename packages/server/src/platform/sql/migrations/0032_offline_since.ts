import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When a robot's bridge left last, so that no process has to remember it for every robot. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE robots ADD COLUMN offline_at timestamptz`
})
