import type { OrgId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Locks the org's row until the transaction ends, and answers whether the org is locked over payment. Read what else is
 * decided on in later statements: a statement that waits sees only what was committed before its wait. Inserts that refer
 * to the org do not wait.
 */
export const lockOrgForUpdate = (sql: SqlClient.SqlClient, id: OrgId): Effect.Effect<boolean> =>
  sql<{ readonly locked: boolean }>`
    SELECT locked_at IS NOT NULL AS locked FROM orgs WHERE id = ${id} FOR NO KEY UPDATE`.pipe(
    Effect.orDie,
    Effect.map(([org]) => org?.locked ?? false)
  )
