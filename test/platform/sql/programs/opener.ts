// Opens and closes the embedded database in the folder given, ten times, and says each time how many megabytes the
// process holds.
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../../../packages/server/src/platform/sql/Database.ts"

const [folder = ""] = process.argv.slice(2)

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT count(*) FROM (SELECT repeat('x', 500) FROM generate_series(1, 20000) ORDER BY 1) AS rows`
})

for (let time = 0; time < 10; time++) {
  await Effect.runPromise(Effect.provide(fill, Database.embedded(folder)))
  process.stdout.write(`${Math.round(process.memoryUsage().rss / 1024 / 1024)}\n`)
}
