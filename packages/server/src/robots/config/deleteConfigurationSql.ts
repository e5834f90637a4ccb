import type { SqlClient, Statement } from "effect/sql"

/** Deletes the draft and the published versions of a robot. */
export const deleteConfiguration = (
  sql: SqlClient.SqlClient,
  { id, orgId }: { readonly id: string; readonly orgId: string }
): Statement.Statement<unknown> => sql`
  WITH drafts AS (DELETE FROM config_drafts WHERE robot_id = ${id} AND org_id = ${orgId}),
    current AS (DELETE FROM current_versions WHERE robot_id = ${id} AND org_id = ${orgId})
  DELETE FROM config_versions WHERE robot_id = ${id} AND org_id = ${orgId}`
