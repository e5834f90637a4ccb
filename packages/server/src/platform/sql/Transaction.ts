import { Cause, Context, Effect, Exit, Fiber, Layer, Option, Predicate, Result, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"

/** What waits for the commit of the transaction that a fiber is in; null outside one. */
const Waiting = Context.Reference<Array<Effect.Effect<void>> | null>("@fleet/server/Transaction/Waiting", {
  defaultValue: () => null
})

/**
 * Whether a fiber is in a transaction. It may not wait there for what another fiber asks the database: the embedded one is a
 * single session, and that fiber waits for the transaction.
 */
export const isInTransaction = Effect.map(Waiting, (waiting) => waiting !== null)

/** How often a transaction is begun before its clash with others is taken for a fault. */
const tries = 4

/** How long an answer waits for the status of a transaction whose COMMIT was not answered. */
const statusTimeout = "5 seconds"

const failedBy = (
  exit: Exit.Exit<unknown, unknown>,
  test: (reason: SqlError.SqlErrorReason, code: string) => boolean
) =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((why) => {
    const error = Cause.isDieReason(why) ? why.defect : Cause.isFailReason(why) ? why.error : null
    if (!SqlError.isSqlError(error)) return false
    const { cause } = error.reason
    return test(error.reason, cause instanceof Error && "code" in cause ? String(cause.code) : "")
  })

/** Postgres ended the transaction, with nothing kept, because another one stood in its way. */
const clashed = (exit: Exit.Exit<unknown, unknown>) =>
  failedBy(exit, ({ _tag }) => _tag === "DeadlockError" || _tag === "SerializationError")

/**
 * The connection ended before the answer came: whether the work is committed is unknown. Postgres gives its own ends of
 * connections a class of SQLSTATE.
 */
export const cutOff = (exit: Exit.Exit<unknown, unknown>) =>
  failedBy(exit, ({ _tag }, code) => _tag === "ConnectionError" || code.startsWith("57P"))

/** Postgres never had a transaction of this number: another server has taken over, which did not get it. */
const neverWas = (exit: Exit.Exit<unknown, unknown>) => failedBy(exit, (_, code) => code === "22023")

/** The change is committed: an action that dies is logged, and keeps neither the others nor the answer. */
const inOrder = (actions: ReadonlyArray<Effect.Effect<void>>) =>
  Effect.forEach(
    actions,
    (action) => Effect.catchDefect(action, (defect) => Effect.logError("an action after a commit failed", defect)),
    { discard: true }
  )

/** Lets services wrap several store calls in one transaction without speaking SQL. */
export class Transaction extends Context.Service<
  Transaction,
  {
    /**
     * All of it or nothing; nested calls are savepoints. The work is begun again when the database ended it over a
     * deadlock, so what it does beside the database must bear being done twice or wait for the commit.
     */
    readonly run: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Does something once the outermost transaction is committed and before its caller goes on, and never if it is not; at
     * once outside one. Where the answer to a COMMIT is lost, Postgres is asked until it knows the transaction's status.
     */
    readonly afterCommit: (action: Effect.Effect<void>) => Effect.Effect<void>
    /** Like `run`, but a typed failure commits as well: for a refusal that leaves something behind, as a spent token. */
    readonly keep: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Like `keep` for failures with one of these tags; any other rolls back. */
    readonly keepOn: (
      ...tags: ReadonlyArray<string>
    ) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("@fleet/server/Transaction") {
  static readonly layer = Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const scope = yield* Effect.scope

      /** Null where nothing was written. */
      const number = Effect.map(
        sql<{ readonly id: string | null }>`SELECT pg_current_xact_id_if_assigned()::text AS id`,
        ([row]) => row!.id
      )

      /** Asks until there is an answer. A session that Postgres takes for connected still keeps its transaction going. */
      const isCommitted = (id: string) =>
        sql<{ readonly status: string | null }>`SELECT pg_xact_status(${id}::xid8) AS status`.pipe(
          Effect.repeat({ until: ([row]) => row!.status !== "in progress", schedule: Schedule.spaced("200 millis") }),
          Effect.map(([row]) => row!.status === "committed"),
          Effect.exit,
          Effect.repeat({
            until: (exit) => Exit.isSuccess(exit) || neverWas(exit),
            schedule: Schedule.spaced("1 second")
          }),
          Effect.map((exit) => Exit.isSuccess(exit) && exit.value)
        )

      /** Does what waits for the commit, if it came to pass; answers whether it did, where that is known soon. */
      const settle = Effect.fnUntraced(function* (id: string, actions: ReadonlyArray<Effect.Effect<void>>) {
        yield* Effect.logWarning("Connection lost during COMMIT; checking transaction status.")
        const asking = Effect.tap(
          isCommitted(id),
          Effect.fnUntraced(function* (committed) {
            if (committed) yield* inOrder(actions)
            yield* Effect.logInfo(committed ? "Transaction was committed." : "Transaction was not committed.")
          })
        )
        return yield* Effect.timeoutOption(Fiber.join(yield* Effect.forkIn(asking, scope)), statusTimeout)
      })

      // A caller may hang up while the commit is under way: what waits for it is not part of what that interrupts.
      const run = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.uninterruptibleMask(
          Effect.fnUntraced(function* (restore) {
            const outer = yield* Waiting
            for (let left = outer === null ? tries : 1; ; left--) {
              const mine: Array<Effect.Effect<void>> = []
              const written: Array<{ readonly id: string; readonly result: A }> = []
              const whole = Effect.gen(function* () {
                const result = yield* restore(Effect.provideService(work, Waiting, mine))
                const id = outer === null ? yield* number : null
                if (id !== null) written.push({ id, result })
                return result
              })
              const exit = yield* sql.withTransaction(whole).pipe(
                Effect.catchIf(SqlError.isSqlError, (error) => Effect.die(error)),
                Effect.exit
              )
              if (left > 1 && clashed(exit)) continue
              const [unanswered] = cutOff(exit) ? written : []
              if (unanswered !== undefined) {
                const committed = yield* restore(settle(unanswered.id, mine))
                return Option.getOrElse(committed, () => false) ? unanswered.result : ((yield* exit) as A)
              }
              const result = yield* exit
              if (outer === null) yield* inOrder(mine)
              else outer.push(...mine)
              return result as A
            }
          })
        )

      const keepOn =
        (...tags: ReadonlyArray<string>) =>
        <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
          work.pipe(
            Effect.map(Result.succeed),
            Effect.catchIf(
              (error) => tags.some((tag) => Predicate.isTagged(error, tag)),
              (error) => Effect.succeed(Result.fail(error))
            ),
            run,
            Effect.flatMap((result) => Effect.fromResult<A, E>(result))
          )

      return Transaction.of({
        run,
        keep: (work) => Effect.flatMap(run(Effect.result(work)), Effect.fromResult),
        keepOn,
        afterCommit: (action) =>
          Effect.flatMap(Waiting, (waiting) =>
            waiting === null ? action : Effect.sync(() => void waiting.push(action))
          )
      })
    })
  )
}
