import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// A row is a mail to be sent, written with the change it tells of. `contents` is sealed, and gone once it was sent.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE mail_outbox (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      org_id uuid REFERENCES orgs ON DELETE CASCADE,
      app_id uuid REFERENCES apps ON DELETE CASCADE,
      kind text NOT NULL,
      state text NOT NULL CHECK (state IN ('pending', 'sent', 'failed', 'void')),
      contents bytea,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      failure text,
      created_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX mail_outbox_due ON mail_outbox (due_at) WHERE state = 'pending'`
  yield* sql`CREATE INDEX mail_outbox_old ON mail_outbox (created_at) WHERE state <> 'pending'`
})
