import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Worker } from "node:worker_threads"
import { Database } from "../../../packages/server/src/platform/sql/Database.ts"
import { startProgram } from "../../support/Child.ts"
import { embeddedFolder, onPostgres } from "../../support/Database.ts"

/** The threads that are started from here on, and how many of them have ended. */
const threads = Effect.acquireRelease(
  Effect.sync(() => {
    const counted = { started: 0, ended: 0 }
    const onStart = (message: unknown) => {
      counted.started++
      ;(message as { readonly worker: Worker }).worker.once("exit", () => counted.ended++)
    }
    subscribe("worker_threads", onStart)
    return { counted, onStart }
  }),
  ({ onStart }) => Effect.sync(() => unsubscribe("worker_threads", onStart))
)

/** A database of its own in this process, and what closes it. */
const opened = Effect.gen(function* () {
  const folder = yield* embeddedFolder
  const scope = yield* Scope.fork(yield* Effect.scope)
  const context = yield* Layer.buildWithScope(Database.embedded(folder), scope)
  return { sql: Context.get(context, SqlClient.SqlClient), close: Scope.close(scope, Exit.void) }
})

describe.skipIf(onPostgres)("the embedded databases of a process", () => {
  it.live("the embedded databases of a process share one thread, which outlives them, and nothing else", () =>
    Effect.gen(function* () {
      const { counted } = yield* threads
      const first = yield* opened
      const second = yield* opened
      yield* first.sql`CREATE TABLE mine (id int)`
      assert.deepStrictEqual(yield* second.sql`SELECT to_regclass('mine') AS mine`, [{ mine: null }])
      yield* first.close
      assert.deepStrictEqual(yield* second.sql`SELECT 1 AS one`, [{ one: 1 }])
      yield* second.close
      const third = yield* opened
      assert.deepStrictEqual(yield* third.sql`SELECT 1 AS one`, [{ one: 1 }])
      assert.isAtMost(counted.started, 1)
      assert.strictEqual(counted.ended, 0)
    })
  )

  it.live("the embedded databases of a process fail when their thread dies; the next one starts a thread", () =>
    Effect.gen(function* () {
      const program = yield* startProgram(new URL("./programs/bereft.ts", import.meta.url), [yield* embeddedFolder])
      assert.deepStrictEqual(yield* program.ended, { code: 0, signal: null })
      assert.strictEqual(program.output(), "1\nfailed\n2\n")
    })
  )

  it.live("the embedded databases of a process give their memory back when they close, and let the process end", () =>
    Effect.gen(function* () {
      const program = yield* startProgram(new URL("./programs/opener.ts", import.meta.url), [yield* embeddedFolder])
      assert.deepStrictEqual(yield* program.ended, { code: 0, signal: null })
      const held = program.output().trim().split("\n").map(Number)
      assert.lengthOf(held, 10)
      // One that is kept holds more than a hundred.
      assert.isBelow(held[9]! - held[3]!, 150)
    })
  )
})
