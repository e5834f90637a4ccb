import type { SqlClient, Statement } from "effect/sql"

/**
 * The access version of an app and its org, or of an org alone where `appId` is null: the sum of two numbers that only
 * rise. An SQL expression, to be read in one statement with what it is the version of.
 */
export const accessVersion = (
  sql: SqlClient.SqlClient,
  orgId: Statement.Fragment,
  appId: Statement.Fragment
): Statement.Fragment =>
  sql`(coalesce((SELECT v.version FROM access_versions v WHERE v.scope_id = ${orgId}), 0)
    + coalesce((SELECT v.version FROM access_versions v WHERE v.scope_id = ${appId}), 0))::float8`
