import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Health of datapoints and of robots' clocks. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE resource_health
      DROP CONSTRAINT resource_health_kind_check,
      DROP CONSTRAINT resource_health_facet_check,
      ADD CONSTRAINT resource_health_kind_check
        CHECK (kind IN ('camera', 'datapoint', 'retention', 'config', 'robot')),
      ADD CONSTRAINT resource_health_facet_check
        CHECK (facet IN ('source', 'publish', 'recording', 'apply', 'clock'))`
})
