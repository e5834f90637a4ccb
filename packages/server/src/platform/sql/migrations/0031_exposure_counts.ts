import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const none = { datapoints: 0, actions: 0, services: 0, publishers: 0, cameras: 0 }

/** How many things a version exposes, so that a list of robots needs no documents. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE config_versions ADD COLUMN exposes jsonb NOT NULL DEFAULT ${sql.literal(`'${JSON.stringify(none)}'`)}`
  const counts = Object.keys(none).map(
    (section) => `'${section}', (SELECT count(*) FROM json_object_keys(coalesce(doc -> '${section}', '{}')))`
  )
  yield* sql`UPDATE config_versions SET exposes = jsonb_build_object(${sql.literal(counts.join())})`
})
