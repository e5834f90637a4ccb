import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Why the URDF of a sync was refused, and with what the bridge ended the first round: a repetition of it ends no second one. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE asset_syncs ADD COLUMN urdf_refusal text, ADD COLUMN first_end jsonb`
})
