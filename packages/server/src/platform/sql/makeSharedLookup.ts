import { Clock, Context, Effect, Exit, FiberSet, type Scope } from "effect"
import { SqlClient } from "effect/sql"

/** Statements of one kind that run at a time. One that hangs holds up those it reads for, and no others. */
const statements = 2

/** Keys that one statement reads. */
const atOnce = 256

interface Waiting<Key, Row> {
  readonly key: Key
  readonly answer: (exit: Exit.Exit<Row | undefined>) => void
}

/** A row, and the place of its key in the list that was asked for. */
export type Found<Row> = Row & { readonly place: number }

/**
 * Looks up rows by unique keys, many of them in one statement where many are asked for at a time: those that are asked for
 * in one turn of the event loop, or while other statements of the kind run. A row is read after it was asked for, never
 * before. Within a transaction a row is looked up alone, by the transaction's connection.
 */
export const makeSharedLookup = Effect.fnUntraced(function* <Key, Row>(
  read: (keys: ReadonlyArray<Key>, now: Date) => Effect.Effect<ReadonlyArray<Found<Row>>>
): Effect.fn.Return<(key: Key) => Effect.Effect<Row | undefined>, never, Scope.Scope | SqlClient.SqlClient> {
  const { transactionService } = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const fork = yield* FiberSet.makeRuntime()
  const waiting = new Set<Waiting<Key, Row>>()
  const now = () => new Date(clock.currentTimeMillisUnsafe())
  let running = 0
  let scheduled = false

  const settle = (batch: ReadonlyArray<Waiting<Key, Row>>, exit: Exit.Exit<ReadonlyArray<Found<Row>>>) => {
    running--
    if (waiting.size > 0) schedule()
    if (Exit.isFailure(exit)) {
      for (const { answer } of batch) answer(Exit.failCause(exit.cause))
      return
    }
    const rows: Array<Row | undefined> = []
    for (const row of exit.value) rows[row.place - 1] = row
    for (const [index, { answer }] of batch.entries()) answer(Exit.succeed(rows[index]))
  }

  /** At the end of the turn, when all have asked that ask in it. */
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(begin)
  }

  const begin = () => {
    scheduled = false
    while (waiting.size > 0 && running < statements) {
      const batch: Array<Waiting<Key, Row>> = []
      for (const each of waiting) {
        if (batch.length >= atOnce) break
        waiting.delete(each)
        batch.push(each)
      }
      running++
      const keys = batch.map(({ key }) => key)
      fork(read(keys, now())).addObserver((exit) => settle(batch, exit))
    }
  }

  const share = (key: Key) =>
    Effect.callback<Row | undefined>((resume) => {
      const each = { key, answer: resume }
      waiting.add(each)
      if (running < statements) schedule()
      return Effect.sync(() => void waiting.delete(each))
    })

  return (key) =>
    Effect.withFiber((fiber) =>
      Context.getOrUndefined(fiber.context, transactionService) === undefined
        ? share(key)
        : Effect.map(
            Effect.suspend(() => read([key], now())),
            ([row]) => row
          )
    )
})
