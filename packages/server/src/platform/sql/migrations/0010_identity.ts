import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The developer's version at sign-in: raising it ends what was signed in before.
  yield* sql`ALTER TABLE session_families ADD COLUMN token_version integer NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE orgs ADD COLUMN require_two_factor boolean NOT NULL DEFAULT false`
  // What a blocked user returns to when unblocked.
  yield* sql`ALTER TABLE app_users ADD COLUMN status_before_block text`
  // Cross-origin requests without a readable credential ask which origins any app lists.
  yield* sql`CREATE INDEX apps_by_origin ON apps USING gin (allowed_origins)`
})
