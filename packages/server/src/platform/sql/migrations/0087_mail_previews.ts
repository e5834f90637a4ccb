import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The HTML of mails that are looked at in the console and are too long for an address. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE mail_previews (
      token_hash bytea PRIMARY KEY,
      app_id uuid NOT NULL REFERENCES apps ON DELETE CASCADE,
      packed bytea NOT NULL,
      expires_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX mail_previews_by_app ON mail_previews (app_id, expires_at)`
  yield* sql`CREATE INDEX mail_previews_by_end ON mail_previews (expires_at)`
})
