import type { SqlClient, Statement } from "effect/sql"

/** Deletes the job history of a robot. */
export const deleteJobs = (
  sql: SqlClient.SqlClient,
  { id, orgId }: { readonly id: string; readonly orgId: string }
): Statement.Statement<unknown> => sql`DELETE FROM job_runs WHERE robot_id = ${id} AND org_id = ${orgId}`
