import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Organisations with waiting items take turns: who they are, and the item of one that is due first.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX work_items_waiting ON work_items (queue, org_id, due_at) WHERE state = 'pending'`
})
