import { Cause, Context, Effect, Exit, Layer } from "effect"
import { SqlClient, SqlError } from "effect/unstable/sql"

/** What waits for the commit of the transaction that a fiber is in; null outside one. */
const Waiting = Context.Reference<Array<() => void> | null>("@fleet/server/Transaction/Waiting", {
  defaultValue: () => null
})

/** How often a transaction is begun before its clash with others is taken for a fault. */
const tries = 4

/** Postgres ended the transaction, with nothing kept, because another one stood in its way. */
const clashed = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => {
    const error = Cause.isDieReason(reason) ? reason.defect : Cause.isFailReason(reason) ? reason.error : null
    return SqlError.isSqlError(error) && ["DeadlockError", "SerializationError"].includes(error.reason._tag)
  })

/** Lets services wrap several store calls in one transaction without speaking SQL. */
export class Transaction extends Context.Service<
  Transaction,
  {
    /**
     * All of it or nothing; nested calls are savepoints. The work is begun again when the database ended it over a
     * deadlock, so what it does beside the database must bear being done twice or wait for the commit.
     */
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
        // A caller may hang up while the commit is under way: what waits for it is not part of what that interrupts.
        run: <A, E, R>(work: Effect.Effect<A, E, R>) =>
          Effect.uninterruptibleMask(
            Effect.fnUntraced(function* (restore) {
              const outer = yield* Waiting
              for (let left = outer === null ? tries : 1; ; left--) {
                const mine: Array<() => void> = []
                const exit = yield* sql.withTransaction(restore(Effect.provideService(work, Waiting, mine))).pipe(
                  Effect.catchIf(SqlError.isSqlError, (error) => Effect.die(error)),
                  Effect.exit
                )
                if (left > 1 && clashed(exit)) continue
                const result = yield* exit
                if (outer === null) for (const action of mine) action()
                else outer.push(...mine)
                return result as A
              }
            })
          ),
        afterCommit: (action) =>
          Effect.map(Waiting, (waiting) => {
            if (waiting === null) action()
            else waiting.push(action)
          })
      })
    })
  )
}
