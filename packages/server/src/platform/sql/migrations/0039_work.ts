import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Background work of every kind. `payload` is sealed for the row's queue and id, and gone once the item ended. Mails were
// sealed for "mail <id>", so that those of the outbox open here as they are.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE work_items (
      id uuid PRIMARY KEY,
      queue text NOT NULL,
      kind text NOT NULL,
      key text,
      org_id uuid REFERENCES orgs ON DELETE CASCADE,
      app_id uuid REFERENCES apps ON DELETE CASCADE,
      state text NOT NULL CHECK (state IN ('pending', 'done', 'failed', 'void')),
      payload bytea,
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      failure text,
      created_at timestamptz NOT NULL,
      ended_at timestamptz,
      CHECK ((state = 'pending') = (ended_at IS NULL)),
      CHECK ((state = 'pending') = (payload IS NOT NULL))
    )`
  yield* sql`
    INSERT INTO work_items (
      id, queue, kind, org_id, app_id, state, payload, attempts, due_at, expires_at, failure, created_at, ended_at)
    SELECT id, 'mail', kind, org_id, app_id, CASE state WHEN 'sent' THEN 'done' ELSE state END,
      CASE WHEN state = 'pending' THEN contents END, attempts, due_at, expires_at, failure, created_at,
      CASE WHEN state <> 'pending' THEN created_at END
    FROM mail_outbox WHERE state <> 'pending' OR contents IS NOT NULL`
  yield* sql`DROP TABLE mail_outbox`
  yield* sql`CREATE INDEX work_items_due ON work_items (queue, due_at) WHERE state = 'pending'`
  yield* sql`CREATE INDEX work_items_ended ON work_items (queue, ended_at) WHERE state <> 'pending'`
  yield* sql`CREATE UNIQUE INDEX work_items_key ON work_items (queue, key) WHERE key IS NOT NULL`
  yield* sql`CREATE INDEX work_items_by_org ON work_items (org_id)`
  yield* sql`CREATE INDEX work_items_by_app ON work_items (app_id)`
})
