import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The published alerts of robots, and their moves. `source_slug` is the datapoint's slug in the published version, `slug`
 * the present one, which a renaming changes before the next publish. `revision` rises with every write of the state.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE alerts (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      source_slug text NOT NULL,
      slug text NOT NULL,
      key text NOT NULL,
      name text NOT NULL,
      severity text NOT NULL CHECK (severity IN ('warning', 'error')),
      enabled boolean NOT NULL,
      condition jsonb NOT NULL,
      state text NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'firing')),
      state_since_ms double precision,
      last_value jsonb,
      revision integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL
    ) WITH (fillfactor = 80)`
  yield* sql`CREATE INDEX alerts_by_robot ON alerts (robot_id)`
  yield* sql`CREATE INDEX alerts_firing ON alerts (org_id) WHERE state = 'firing'`
  yield* sql`
    CREATE TABLE alert_transitions (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      org_id uuid NOT NULL,
      robot_id uuid NOT NULL REFERENCES robots ON DELETE CASCADE,
      alert_id uuid NOT NULL,
      slug text NOT NULL,
      name text NOT NULL,
      state text NOT NULL CHECK (state IN ('ok', 'firing')),
      value jsonb,
      at_ms double precision NOT NULL,
      stored_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX alert_transitions_by_robot ON alert_transitions (robot_id, seq DESC)`
  yield* sql`CREATE INDEX alert_transitions_by_age ON alert_transitions (org_id, stored_at)`
  yield* sql`
    INSERT INTO alerts (id, org_id, robot_id, source_slug, slug, key, name, severity, enabled, condition, created_at)
    SELECT gen_random_uuid(), v.org_id, v.robot_id, d.key, d.key, a.key, coalesce(a.value ->> 'name', a.key),
      coalesce(a.value ->> 'severity', 'warning'), coalesce((a.value ->> 'enabled')::boolean, true),
      (a.value -> 'condition')::jsonb, v.published_at
    FROM current_versions c
      JOIN config_versions v ON v.robot_id = c.robot_id AND v.version = c.version,
      json_each(CASE WHEN json_typeof(v.doc -> 'datapoints') = 'object' THEN v.doc -> 'datapoints' END) AS d,
      json_each(CASE WHEN json_typeof(d.value -> 'alerts') = 'object' THEN d.value -> 'alerts' END) AS a`
})
