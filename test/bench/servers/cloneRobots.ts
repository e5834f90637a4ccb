import type { RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { createHash, randomBytes, randomUUID } from "node:crypto"
import type { RobotFacts } from "./facts.ts"

interface Column {
  readonly table_name: string
  readonly column_name: string
}

const quoted = (name: string) => `"${name}"`

/**
 * Copies of a robot: its rows in every table that has its id, with ids, names and tokens of their own. Ten thousand
 * robots made one by one would take longer than what is measured with them.
 */
export const cloneRobots = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, template: RobotId, count: number) {
  const made = Array.from({ length: count }, (): RobotFacts => ({
    id: randomUUID() as RobotId,
    token: `rbt_${randomBytes(32).toString("base64url")}`
  }))
  if (count === 0) return made
  const columns = yield* sql<Column>`
    SELECT c.table_name, c.column_name
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_identity = 'NO'
      AND c.is_generated = 'NEVER'
    ORDER BY c.ordinal_position`
  const tables = Map.groupBy(columns, ({ table_name }) => table_name)
  const ids = made.map(({ id }) => id)
  const own = {
    id: { value: "made.id::uuid", given: ids },
    name: { value: "made.name", given: ids.map((id) => `Robot ${id}`) },
    token_hash: {
      value: "decode(made.hash, 'hex')",
      given: made.map(({ token }) => createHash("sha256").update(token).digest("hex"))
    }
  }
  const robot = tables.get("robots")!.map(({ column_name }) => column_name)
  const copied = robot.map((name) =>
    Object.hasOwn(own, name) ? own[name as keyof typeof own].value : `r.${quoted(name)}`
  )
  yield* sql.unsafe(
    `INSERT INTO robots (${robot.map(quoted).join()}) SELECT ${copied.join()}
     FROM robots r, unnest($1::text[], $2::text[], $3::text[]) AS made (id, name, hash) WHERE r.id = $4::uuid`,
    [own.id.given, own.name.given, own.token_hash.given, template]
  )
  for (const [table, found] of tables) {
    const names = found.map(({ column_name }) => column_name)
    if (!names.includes("robot_id")) continue
    const values = names.map((name) => (name === "robot_id" ? "made.id::uuid" : `t.${quoted(name)}`))
    yield* sql.unsafe(
      `INSERT INTO ${quoted(table)} (${names.map(quoted).join()}) SELECT ${values.join()}
       FROM ${quoted(table)} t, unnest($1::text[]) AS made (id) WHERE t.robot_id = $2::uuid`,
      [ids, template]
    )
  }
  return made
})
