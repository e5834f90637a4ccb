import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What was taken before stamps and images were checked: stamps become whole and possible, samples that no sweep would
 * reach in time go, and so do bytes that are called no image.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE latest_values SET timestamp_ms = greatest(0, least(8640000000000000, floor(timestamp_ms)))
    WHERE timestamp_ms NOT BETWEEN 0 AND 8640000000000000 OR timestamp_ms <> floor(timestamp_ms)`
  yield* sql`DELETE FROM samples WHERE timestamp_ms > extract(epoch FROM now())::float8 * 1000 + 5000`
  yield* sql`DELETE FROM camera_snapshots WHERE mime NOT IN ('image/jpeg', 'image/png', 'image/webp')`
})
