// Opens the embedded database in the folder given, writes numbered rows without end, and says each number once it is
// acknowledged. Killed by the test that started it.
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../../../packages/server/src/platform/sql/Database.ts"

const [folder = ""] = process.argv.slice(2)

const write = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS written (number serial PRIMARY KEY, filler text NOT NULL)`
  const one = sql`INSERT INTO written (filler) VALUES (repeat('x', 500)) RETURNING number`
  const both = Effect.flatMap(sql.withTransaction(Effect.all([one, one])), ([[first], [second]]) =>
    Effect.sync(() => process.stdout.write(`${first?.number}\n${second?.number}\n`))
  )
  return yield* Effect.forever(both)
})

await Effect.runPromise(Effect.provide(write, Database.embedded(folder)))
