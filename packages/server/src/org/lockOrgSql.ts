import type { OrgId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Makes whoever else holds the organisation wait until the transaction ends, and answers whether it is locked: a lock
 * waits too. What else is decided is read in statements after this one: one that waits sees only what was committed before
 * its wait. Inserts that refer to the org go on.
 */
export const lockOrg = (sql: SqlClient.SqlClient, id: OrgId): Effect.Effect<boolean> =>
  sql<{ readonly locked: boolean }>`
    SELECT locked_at IS NOT NULL AS locked FROM orgs WHERE id = ${id} FOR NO KEY UPDATE`.pipe(
    Effect.orDie,
    Effect.map(([org]) => org?.locked ?? false)
  )
