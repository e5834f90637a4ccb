import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// The console was the only client of the portal's sign-ins; now each of them names its own. One that needs the person's
// consent asks for it at the end.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE portal_interactions RENAME TO oauth_interactions`
  yield* sql`ALTER TABLE oauth_interactions RENAME COLUMN shown TO sealed_one_time_secret`
  yield* sql`ALTER TABLE oauth_interactions ADD COLUMN client_id text NOT NULL DEFAULT 'console'`
  yield* sql`ALTER TABLE oauth_interactions ALTER COLUMN client_id DROP DEFAULT`
  yield* sql`ALTER TABLE oauth_interactions ADD COLUMN method text CHECK (method IN ('email_code', 'passkey'))`
  yield* sql`ALTER TABLE oauth_interactions DROP CONSTRAINT portal_interactions_step_check`
  yield* sql`
    ALTER TABLE oauth_interactions ADD CONSTRAINT oauth_interactions_step_check
      CHECK (step IN ('open', 'two_factor', 'setup', 'enrolled', 'organization', 'consent', 'ended'))`
  yield* sql`ALTER INDEX portal_interactions_old RENAME TO oauth_interactions_old`
  yield* sql`ALTER INDEX portal_interactions_by_developer RENAME TO oauth_interactions_by_developer`
  yield* sql`ALTER TABLE portal_codes RENAME TO oauth_codes`
  yield* sql`ALTER TABLE oauth_codes ADD COLUMN client_id text NOT NULL DEFAULT 'console'`
  yield* sql`ALTER TABLE oauth_codes ALTER COLUMN client_id DROP DEFAULT`
  yield* sql`ALTER INDEX portal_codes_old RENAME TO oauth_codes_old`
  yield* sql`ALTER INDEX portal_codes_by_developer RENAME TO oauth_codes_by_developer`
})
