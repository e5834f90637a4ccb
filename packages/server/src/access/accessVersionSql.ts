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
  sql`(SELECT coalesce(sum(v.version), 0)::float8 FROM access_versions v WHERE v.scope_id IN (${orgId}, ${appId}))`
