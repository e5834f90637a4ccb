import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Until plans are sold, an organisation has no limits but those of its operator's choice.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE orgs ADD COLUMN plan text NOT NULL DEFAULT 'enterprise'
      CHECK (plan IN ('basic', 'plus', 'pro', 'enterprise'))`
})
