import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { Database } from "../../../packages/server/src/platform/sql/Database.ts"
import { Transaction } from "../../../packages/server/src/platform/sql/Transaction.ts"
import { databaseProxy } from "../../support/DatabaseProxy.ts"
import { temporaryDatabase } from "../../support/Temporary.ts"

const template = inject("databaseTemplate")
if (template.kind === "folder") console.warn("Lost answers to COMMIT are not tested: this run is on no Postgres.")

/** A table, a transaction that writes a row to it and has something to do after, and what stands between. */
const world = Effect.gen(function* () {
  const server = template.kind === "postgres" ? template.server : yield* Effect.die("This run is on no Postgres.")
  const proxy = yield* databaseProxy(yield* temporaryDatabase(server))
  const database = Layer.provideMerge(Transaction.layer, Database.postgres(Redacted.make(proxy.url), 2))
  const services = yield* Layer.build(Layer.provide(database, Logger.layer([])))
  const sql = Context.get(services, SqlClient.SqlClient)
  const { afterCommit, run } = Context.get(services, Transaction)
  yield* sql`CREATE TABLE kept (id serial)`
  let told = 0
  const write = run(
    Effect.gen(function* () {
      const rows = yield* sql<{ readonly id: number }>`INSERT INTO kept DEFAULT VALUES RETURNING id`
      yield* afterCommit(Effect.sync(() => void told++))
      return rows[0]!.id
    })
  )
  const rows = Effect.map(sql`SELECT id FROM kept`, ({ length }) => length)
  return { proxy, rows, told: () => told, write }
})

/** Lets the clock go on until it is so, slowly enough for what is on its way to a database. */
const until = Effect.fnUntraced(function* (isSo: () => boolean) {
  while (!isSo()) {
    yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
    yield* TestClock.adjust("100 millis")
  }
})

describe.skipIf(template.kind === "folder")("a transaction whose COMMIT is not answered", () => {
  it.live("a transaction whose COMMIT is not answered succeeds where its status is committed", () =>
    Effect.gen(function* () {
      const { proxy, rows, told, write } = yield* world
      proxy.cutAnswering("COMMIT\0")
      assert.strictEqual(yield* write, 1)
      assert.deepStrictEqual([yield* rows, told()], [1, 1])
    })
  )

  it.live("a transaction whose COMMIT did not arrive fails, and its afterCommit actions do not run", () =>
    Effect.gen(function* () {
      const { proxy, rows, told, write } = yield* world
      proxy.cutAsking("COMMIT\0")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(write)))
      assert.deepStrictEqual([yield* rows, told()], [0, 0])
    })
  )

  it.effect("a transaction whose COMMIT is not answered fails when the database is gone; afterCommit runs later", () =>
    Effect.gen(function* () {
      const { proxy, rows, told, write } = yield* world
      const turnedAway = proxy.close()
      proxy.cutAnswering("COMMIT\0")
      const writing = yield* Effect.forkChild(Effect.exit(write))
      yield* until(() => writing.pollUnsafe() !== undefined)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(writing)))
      assert.isAbove(turnedAway(), 0)
      assert.strictEqual(told(), 0)
      proxy.open()
      yield* until(() => told() > 0)
      assert.deepStrictEqual([yield* rows, told()], [1, 1])
    })
  )
})
