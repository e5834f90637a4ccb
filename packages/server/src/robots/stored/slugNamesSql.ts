import type { SqlClient, Statement } from "effect/sql"

/**
 * The name that a slug of a version has now, "" where it has none: of a row with the texts `slug` and `version`, and of its
 * robot as `r`. A statement that writes by this name locks the robot, FOR KEY SHARE: of one that waited for a renaming
 * Postgres reads the robot's row anew.
 */
export const nameOfVersion = (sql: SqlClient.SqlClient, row: string): Statement.Fragment =>
  sql.literal(`coalesce(r.slug_names #>> ARRAY[${row}.version, ${row}.slug], ${row}.slug)`)

const fragmentOf = (sql: SqlClient.SqlClient, value: Statement.Fragment | string, type: "text" | "uuid") =>
  typeof value !== "string" ? value : type === "text" ? sql`${value}::text` : sql`${value}::uuid`

/** The name under which is stored what callers ask for by a published slug, or by the name that it has now. */
export const nameOfPublished = (
  sql: SqlClient.SqlClient,
  robot: Statement.Fragment | string,
  slug: Statement.Fragment | string
): Statement.Fragment => {
  const text = fragmentOf(sql, slug, "text")
  return sql`coalesce((
    SELECT nr.slug_names #>> ARRAY[nv.version::text, ${text}]
    FROM robots nr JOIN current_versions nv ON nv.robot_id = nr.id WHERE nr.id = ${fragmentOf(sql, robot, "uuid")}), ${text})`
}
