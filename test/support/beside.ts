import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "./Database.ts"

/**
 * Begins the work while a transaction holds what the deed did, and commits that once the work waits for it or is done:
 * the work then goes on from what it read before. The embedded database runs one transaction at a time, so there the
 * work follows the deed.
 */
export const beside = Effect.fnUntraced(function* <A, E, R, E2, R2>(
  deed: Effect.Effect<unknown, E2, R2>,
  work: Effect.Effect<A, E, R>
) {
  const sql = yield* SqlClient.SqlClient
  const held = yield* Deferred.make<void>()
  const working = yield* Effect.forkChild(Effect.andThen(Deferred.await(held), work))
  const waits = Effect.map(
    sql`SELECT FROM pg_locks l WHERE NOT l.granted AND pg_backend_pid() = ANY (pg_blocking_pids(l.pid))`,
    ({ length }) => length > 0
  )
  const waitsOrIsDone = Effect.gen(function* () {
    while (working.pollUnsafe() === undefined && !(yield* waits)) yield* Effect.yieldNow
  })
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* deed
      yield* Deferred.succeed(held, undefined)
      if (onPostgres) yield* waitsOrIsDone
    })
  )
  return yield* Fiber.join(working)
})
