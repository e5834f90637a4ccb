import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/unstable/sql"

/** What waits for the commit of the transaction that a fiber is in; null outside one. */
const Waiting = Context.Reference<Array<() => void> | null>("@fleet/server/Transaction/Waiting", {
  defaultValue: () => null
})

/** Lets services wrap several store calls in one transaction without speaking SQL. */
export class Transaction extends Context.Service<
  Transaction,
  {
    /** All of it or nothing; nested calls are savepoints. */
    readonly run: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Does something once the outermost transaction is committed, and never if it is not; at once outside one. */
    readonly afterCommit: (action: () => void) => Effect.Effect<void>
  }
>()("@fleet/server/Transaction") {
  static readonly layer = Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Transaction.of({
        run: Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
          const outer = yield* Waiting
          const mine: Array<() => void> = []
          const result = yield* sql
            .withTransaction(Effect.provideService(work, Waiting, mine))
            .pipe(Effect.catchIf(SqlError.isSqlError, (error) => Effect.die(error)))
          if (outer === null) for (const action of mine) action()
          else outer.push(...mine)
          return result as A
        }),
        afterCommit: (action) =>
          Effect.map(Waiting, (waiting) => {
            if (waiting === null) action()
            else waiting.push(action)
          })
      })
    })
  )
}
