import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Webhooks of orgs and the messages to them. Secrets are sealed for their webhook; `previous_secret` signs too until
 * `previous_until`. `round` rises when a delivery is asked for again.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      org_id uuid NOT NULL REFERENCES orgs ON DELETE CASCADE,
      url text NOT NULL,
      description text,
      events jsonb NOT NULL,
      robot_ids jsonb,
      enabled boolean NOT NULL,
      secret bytea NOT NULL,
      previous_secret bytea,
      previous_until timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
    )`
  yield* sql`CREATE INDEX webhooks_by_org ON webhooks (org_id, created_at)`
  yield* sql`
    CREATE TABLE webhook_deliveries (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id uuid NOT NULL UNIQUE,
      webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
      type text NOT NULL,
      at timestamptz NOT NULL,
      body text NOT NULL,
      state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
      round integer NOT NULL DEFAULT 1,
      attempts jsonb NOT NULL DEFAULT '[]',
      created_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, seq DESC)`
  yield* sql`CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at)`
})
