import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// When an image came, by the cloud's clock: those from before count as received when they were captured, or now.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE camera_snapshots ADD COLUMN received_at_ms double precision`
  yield* sql`
    UPDATE camera_snapshots SET received_at_ms = least(timestamp_ms, floor(extract(epoch FROM now()) * 1000))`
  yield* sql`ALTER TABLE camera_snapshots ALTER COLUMN received_at_ms SET NOT NULL`
})
