import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres, TestDatabase } from "../../support/Database.ts"

layer(TestDatabase, { excludeTestServices: true, timeout: "60 seconds" })("a statement that waits for a lock", (it) => {
  it.effect.skipIf(!onPostgres)("a statement that waits for a lock blocks no other (needs Postgres)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const held = yield* Deferred.make<void>()
      const over = yield* Deferred.make<void>()
      const lock = sql`SELECT pg_advisory_xact_lock(4711)`
      const holding = yield* Effect.forkChild(
        sql.withTransaction(
          lock.pipe(Effect.andThen(Deferred.succeed(held, undefined)), Effect.andThen(Deferred.await(over)))
        )
      )
      yield* Deferred.await(held)
      const waiting = yield* Effect.forkChild(lock)
      const waits = sql`
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      const seen = yield* waits.pipe(
        Effect.repeat({ until: ({ length }) => length > 0 }),
        Effect.timeoutOption("20 seconds")
      )
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.joinAll([holding, waiting])
      assert.isTrue(seen._tag === "Some")
    })
  )
})
