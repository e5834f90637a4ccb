// Opens the embedded database in the folder given, ends the thread that has it, and opens it again: says the answer of a
// statement before, what became of one after, and the answer of one on the database that was opened again.
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { subscribe } from "node:diagnostics_channel"
import type { Worker } from "node:worker_threads"
import { Database } from "../../../../packages/server/src/platform/sql/Database.ts"

const [folder = ""] = process.argv.slice(2)

let thread: Worker | undefined
subscribe("worker_threads", (message) => (thread = (message as { readonly worker: Worker }).worker))

const say = (number: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly number: number }>`SELECT ${number}::int AS number`
    process.stdout.write(`${row?.number}\n`)
  })

const bereft = Effect.gen(function* () {
  yield* say(1)
  yield* Effect.promise(() => thread!.terminate())
  const exit = yield* Effect.exit(say(0))
  process.stdout.write(exit._tag === "Failure" ? "failed\n" : "answered\n")
})

await Effect.runPromise(Effect.provide(bereft, Database.embedded(folder)))
await Effect.runPromise(Effect.provide(say(2), Database.embedded(folder)))
