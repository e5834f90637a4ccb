import type { SqlClient, Statement } from "effect/sql"

/** Takes a robot from every app, with its grants. Answers a row with the `app_id` of each app that could reach it. */
export const detachRobot = (
  sql: SqlClient.SqlClient,
  { id, orgId }: { readonly id: string; readonly orgId: string }
): Statement.Statement<unknown> => sql`
  WITH grants AS (DELETE FROM role_grants WHERE robot_id = ${id} AND org_id = ${orgId})
  DELETE FROM app_robots WHERE robot_id = ${id} AND org_id = ${orgId} RETURNING app_id`

/**
 * Moves the grants of a robot's slug to its new name. Where a role grants both, what either asks to be confirmed stays so.
 * Answers one row, with the number of grants of the old name as `rows`.
 */
export const renameGrants = (
  sql: SqlClient.SqlClient,
  {
    from,
    orgId,
    robotId,
    to
  }: { readonly orgId: string; readonly robotId: string; readonly from: string; readonly to: string }
): Statement.Statement<unknown> => sql`
  WITH old AS (
    DELETE FROM role_grants WHERE robot_id = ${robotId} AND org_id = ${orgId} AND slug = ${from}
    RETURNING role_id, robot_id, org_id, confirm, confirm_page
  ), renamed AS (
    INSERT INTO role_grants AS kept (role_id, robot_id, org_id, slug, confirm, confirm_page)
    SELECT role_id, robot_id, org_id, ${to}::text, confirm, confirm_page FROM old
    ON CONFLICT (role_id, robot_id, slug) DO UPDATE SET
      confirm = kept.confirm OR excluded.confirm, confirm_page = kept.confirm_page OR excluded.confirm_page
  )
  SELECT count(*)::int AS rows FROM old`
