import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// The end of a role looks for what refers to it; without these it reads the apps and the invitations of every org for
// that, and the end of an app does so once for each of its roles.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX apps_by_default_role ON apps (default_role_id)`
  yield* sql`CREATE INDEX app_invitations_by_role ON app_invitations (role_id)`
})
