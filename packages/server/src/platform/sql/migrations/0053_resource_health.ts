import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How resources fare that failed once. `owner_id` is the robot, or the org where `robot_id` is null. `source_ref` is what
 * the published configuration calls a camera, `ref` its present slug, which a renaming changes before the next publish.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE resource_health (
      owner_id uuid NOT NULL,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      robot_id uuid REFERENCES robots ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('camera', 'retention', 'config')),
      source_ref text NOT NULL,
      ref text NOT NULL,
      facet text NOT NULL CHECK (facet IN ('source', 'publish', 'recording', 'apply')),
      state text NOT NULL,
      reason text,
      changed_at_ms double precision NOT NULL,
      observed_at_ms double precision NOT NULL,
      PRIMARY KEY (owner_id, kind, source_ref, facet)
    ) WITH (fillfactor = 80)`
  yield* sql`CREATE INDEX resource_health_by_org ON resource_health (org_id)`
  yield* sql`CREATE INDEX resource_health_by_robot ON resource_health (robot_id)`
  yield* sql`
    CREATE INDEX resource_health_recording ON resource_health (observed_at_ms)
    WHERE kind = 'retention' AND state <> 'ok'`
})
