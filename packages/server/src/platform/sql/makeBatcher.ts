import { Context, Effect, Exit, FiberSet, type Scope } from "effect"
import { SqlClient } from "effect/sql"

interface Waiting<Item, Answer, E> {
  readonly item: Item
  readonly answer: (exit: Exit.Exit<Answer, E>) => void
}

/**
 * Before each run the calls of a few turns of the event loop gather: at once where the process has nothing else to do,
 * and the more the busier it is.
 */
const turns = Effect.andThen(Effect.yieldNow, Effect.andThen(Effect.yieldNow, Effect.yieldNow))

/**
 * Groups calls of many fibres into statements. `answer` gets the items that came while its last run went on, at most
 * `atOnce`, and answers them in their order; what it fails with, each of them fails with. One run goes on at a time, so
 * that however many callers there are they hold one connection. A call within a transaction is answered alone, by the
 * transaction's connection: another one does not see what the transaction wrote, and may not become free before its end.
 */
export const makeBatcher = Effect.fnUntraced(function* <Item, Answer, E>(
  atOnce: number,
  answer: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Answer>, E>
): Effect.fn.Return<(item: Item) => Effect.Effect<Answer, E>, never, Scope.Scope | SqlClient.SqlClient> {
  const { transactionService } = yield* SqlClient.SqlClient
  const fork = yield* FiberSet.makeRuntime()
  const waiting = new Set<Waiting<Item, Answer, E>>()
  let running = false

  const take = () => {
    const batch: Array<Waiting<Item, Answer, E>> = []
    for (const each of waiting) {
      if (batch.length >= atOnce) break
      waiting.delete(each)
      batch.push(each)
    }
    return batch
  }

  const settle = (batch: ReadonlyArray<Waiting<Item, Answer, E>>, exit: Exit.Exit<ReadonlyArray<Answer>, E>) => {
    for (const [index, each] of batch.entries()) {
      each.answer(Exit.isSuccess(exit) ? Exit.succeed(exit.value[index]!) : Exit.failCause(exit.cause))
    }
  }

  const next = Effect.suspend(() => {
    const batch = take()
    return Effect.exit(
      Effect.onExit(
        Effect.suspend(() => answer(batch.map(({ item }) => item))),
        (exit) => Effect.sync(() => settle(batch, exit))
      )
    )
  })

  const work = Effect.whileLoop({
    // Set in the tick in which the queue is empty: the next item begins another run.
    while: () => waiting.size > 0 || (running = false),
    body: () => Effect.andThen(turns, next),
    step: () => undefined
  }).pipe(
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        running = false
        settle([...waiting], Exit.interrupt())
        waiting.clear()
      })
    )
  )

  const share = (item: Item) =>
    Effect.callback<Answer, E>((resume) => {
      const each: Waiting<Item, Answer, E> = { item, answer: resume }
      waiting.add(each)
      if (!running) {
        running = true
        fork(work)
      }
      return Effect.sync(() => waiting.delete(each))
    })

  return (item) =>
    Effect.withFiber((fiber) =>
      Context.getOrUndefined(fiber.context, transactionService) === undefined
        ? share(item)
        : Effect.map(answer([item]), ([only]) => only!)
    )
})
