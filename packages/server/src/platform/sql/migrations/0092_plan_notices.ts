import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What an organisation was told of its use: a row for each percentage of a limit in a period, and never a second one. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE plan_notices (
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      limit_name text NOT NULL,
      period_ends_at timestamptz NOT NULL,
      percent integer NOT NULL,
      used bigint NOT NULL,
      max bigint NOT NULL,
      told_at timestamptz NOT NULL,
      PRIMARY KEY (org_id, limit_name, period_ends_at, percent)
    )`
})
