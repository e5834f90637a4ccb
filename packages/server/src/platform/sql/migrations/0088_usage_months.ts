import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What was used on days that are over, a row for each month of an app and metric: `days` holds 31 values, 0 where nothing
 * was used. Days that are not folded yet are rows of usage_counters.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE usage_months (
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      app_id uuid,
      metric text NOT NULL,
      month date NOT NULL CHECK (extract(day FROM month) = 1),
      days bigint[] NOT NULL CHECK (cardinality(days) = 31)
    )`
  yield* sql`
    CREATE UNIQUE INDEX usage_months_key ON usage_months
      (org_id, month, metric, coalesce(app_id, '00000000-0000-0000-0000-000000000000'::uuid))`
})
