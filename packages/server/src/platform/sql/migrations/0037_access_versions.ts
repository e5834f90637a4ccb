import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// How often what callers may do has changed, by app, and by org where it concerns all of its apps. A scope without a row
// is at zero. No foreign key: to raise a version must not wait for whoever holds the app or the org.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE access_versions (scope_id uuid PRIMARY KEY, version bigint NOT NULL)`
})
