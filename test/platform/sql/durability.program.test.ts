import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../../packages/server/src/platform/sql/Database.ts"
import { startProgram } from "../../support/Child.ts"
import { embeddedFolder, onPostgres } from "../../support/Database.ts"

const writer = new URL("./programs/writer.ts", import.meta.url)

const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT number FROM written`).map((row) => Number(row.number))
})

it.live.skipIf(onPostgres)(
  "nothing acknowledged is lost by the embedded database when it is killed, however often",
  () =>
    Effect.gen(function* () {
      const folder = yield* embeddedFolder
      const acknowledged = new Set<number>()
      for (const after of [1, 40, 7, 333]) {
        const child = yield* startProgram(writer, [folder])
        yield* child.lines(after)
        yield* child.kill("SIGKILL")
        const numbers = child.output().split("\n").slice(0, -1).map(Number)
        assert.isAtLeast(numbers.length, after)
        for (const number of numbers) acknowledged.add(number)
      }
      const kept = new Set(yield* Effect.provide(rows, Database.embedded(folder)))
      assert.deepStrictEqual(
        [...acknowledged].filter((number) => !kept.has(number)),
        []
      )
    }),
  120_000
)
