import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// The end of an org or of an app takes its mails along; without these it reads a week of everybody's mails for that.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX mail_outbox_by_org ON mail_outbox (org_id)`
  yield* sql`CREATE INDEX mail_outbox_by_app ON mail_outbox (app_id)`
})
