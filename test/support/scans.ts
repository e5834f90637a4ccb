import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How often some work read a table from end to end, and how often by an index. */
export const scansOf = Effect.fnUntraced(function* <A, E, R>(table: string, work: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ANALYZE ${sql(table)}`
  const counts = Effect.map(
    sql<{ readonly whole: number; readonly byIndex: number }>`
      SELECT seq_scan::int AS whole, idx_scan::int AS "byIndex" FROM pg_stat_xact_user_tables WHERE relname = ${table}`,
    ([row]) => row!
  )
  return yield* (yield* Transaction).run(
    Effect.gen(function* () {
      const before = yield* counts
      const answer = yield* work
      const after = yield* counts
      return { answer, whole: after.whole - before.whole, byIndex: after.byIndex - before.byIndex }
    })
  )
})
