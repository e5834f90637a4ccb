import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * A question to a person has two ids: that of its page, and the state with which a client answers. One of the same
 * arguments waits at a time, so that a no ends both ways. Slugs can be answered on the page alone.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE role_grants ADD COLUMN confirm_page boolean NOT NULL DEFAULT false
      CONSTRAINT confirm_page_confirms CHECK (confirm OR NOT confirm_page)`
  // They live for a minute, and their ids were given to clients as well.
  yield* sql`DELETE FROM mcp_confirmations`
  yield* sql`ALTER TABLE mcp_confirmations ADD COLUMN state uuid NOT NULL DEFAULT gen_random_uuid()`
  yield* sql`
    CREATE UNIQUE INDEX mcp_confirmations_waiting ON mcp_confirmations (app_user_id, client_id, arguments_hash)
    WHERE decision IS NULL`
})
