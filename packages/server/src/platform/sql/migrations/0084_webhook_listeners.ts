import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A listener is a webhook without a URL, whose messages are fetched by the developer who opened it. It ends at
 * `listener_until`, unless it is fetched from before.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE webhooks
      ALTER COLUMN url DROP NOT NULL,
      ADD COLUMN listener_until timestamptz,
      ADD COLUMN listener_of uuid REFERENCES developers ON DELETE CASCADE,
      ADD CONSTRAINT webhooks_sent_or_fetched CHECK (
        (listener_until IS NULL) = (url IS NOT NULL) AND (listener_until IS NULL) = (listener_of IS NULL))`
  yield* sql`CREATE INDEX webhooks_by_listener ON webhooks (listener_of)`
  yield* sql`CREATE INDEX webhooks_by_end ON webhooks (listener_until) WHERE listener_until IS NOT NULL`
  yield* sql`
    CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, seq) WHERE state = 'pending'`
})
