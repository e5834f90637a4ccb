import { Cause, Duration, Effect, Queue, Semaphore } from "effect"
import { byHalves } from "./byHalves.ts"
import { isRefusal } from "./writeSkippingRejectedRows.ts"
import { WaitingItems } from "./WaitingItems.ts"

/** After a failure of the database, the next try comes so long after it. */
const retryAfter = "1 second"

/** What waits to be written. A queue with rules of its own may take the place of WaitingItems. */
export interface WriteQueue<Item> {
  readonly size: number
  /** Removes the oldest, at most so many. */
  take(atMost: number): ReadonlyArray<Item>
  /** Removes those of one owner, such as a robot, at most so many. */
  takeOf?(owner: string, atMost: number): ReadonlyArray<Item>
  /** They could not be written, and come before what waits; where a newer one of a key waits, that stays. */
  giveBack(items: ReadonlyArray<Item>): void
}

/** When what waits is written: at fixed pauses, or as it comes and with a pause after each write, which may be none. */
type When = { readonly every: Duration.Input } | { readonly onArrival: Duration.Input }

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

interface Writing<Item, Answer> {
  /** Of log lines: what could not be stored. */
  readonly name: string
  readonly when: When
  /** Items of one write, at most. */
  readonly atOnce: number
  /**
   * Writes a batch, or dies. A batch that is refused for what it holds is halved until only the items at fault are left;
   * with any other failure all of it waits again.
   */
  readonly write: (batch: ReadonlyArray<Item>) => Effect.Effect<Answer>
  /** A batch is written. Called once for each item, with what its write answered: what follows from a write belongs here. */
  readonly written?: (batch: ReadonlyArray<Item>, answer: Answer) => void
  /** Whether a defect is the items' fault: by default, where the database refuses them. */
  readonly isRefusal?: (defect: unknown) => boolean
  /** An item is dropped: the database refuses it, or the queue is full. */
  readonly refused?: (item: Item, why: "value" | "full") => void
  /** Called after each write that its time began, unless it failed, and before the next write. */
  readonly afterwards?: () => void
  /** How long the last write may take, when the scope closes. */
  readonly stopWithin?: Duration.Input
}

/** How many may wait; of items with a key, the newest of each stands for the others. */
interface Plain<Item> {
  readonly bound: number
  readonly key?: (item: Item) => string
  readonly ownerOf?: (item: Item) => string
}

export interface WriteBehind<Item> {
  /** Synchronous. An item that finds the queue full is refused. */
  readonly offer: (item: Item) => void
  /** Something waits in a queue that the caller fills. */
  readonly wake: () => void
  /** Writes what waits at the moment of the call. Dies where the database fails. */
  readonly flush: Effect.Effect<void>
  /** The same of one owner alone. */
  readonly flushOf: (owner: string) => Effect.Effect<void>
  /** What waits, without what is being written. */
  readonly size: () => number
}

/**
 * Writes behind its callers: one write at a time, again where the database failed, without the items that it refuses, and
 * the rest when the scope closes. Every item that was offered is written or given to `refused`.
 */
export const makeWriteBehind = Effect.fnUntraced(function* <Item, Answer = void>(
  options: Writing<Item, Answer> & (Plain<Item> | { readonly queue: WriteQueue<Item> })
) {
  const { atOnce, name, refused, afterwards, isRefusal: isFault = isRefusal, stopWithin = "5 seconds", when } = options
  const plain = "queue" in options ? null : new WaitingItems<Item>(options)
  const queue: WriteQueue<Item> = "queue" in options ? options.queue : plain!
  const oneWriter = yield* Semaphore.make(1)
  const woken = yield* Queue.sliding<void>(1)
  const wake = () => void Queue.offerUnsafe(woken, undefined)

  /** What is taken is written, refused or given back, also where the fibre is interrupted: `restore` lets a write be. */
  const write = (batch: ReadonlyArray<Item>, restore: Restore) =>
    Effect.suspend(() => {
      const done = new Set<Item>()
      const halves = byHalves<Item, never, never>({
        work: (items) =>
          Effect.map(restore(Effect.suspend(() => options.write(items))), (answer) => {
            for (const item of items) done.add(item)
            options.written?.(items, answer)
            return []
          }),
        isAtFault: ({ reasons }) => reasons.every((reason) => Cause.isDieReason(reason) && isFault(reason.defect)),
        leftOut: (item, cause) => {
          done.add(item)
          refused?.(item, "value")
          return Effect.as(Effect.logError(`${name}: one is dropped, which cannot be stored`, cause), [])
        }
      })
      return Effect.onError(halves(batch), () =>
        Effect.sync(() => {
          queue.giveBack(batch.filter((item) => !done.has(item)))
          wake()
        })
      )
    })
  const drain = (
    take: (atMost: number) => ReadonlyArray<Item>,
    most: () => number,
    after: () => void = () => undefined
  ) =>
    oneWriter.withPermit(
      Effect.uninterruptibleMask((restore) => {
        let left = most()
        let batch: ReadonlyArray<Item> = []
        const next = () => (left > 0 ? (batch = take(Math.min(atOnce, left))).length > 0 : false)
        const loop = Effect.whileLoop({
          while: next,
          body: () => write(batch, restore),
          step: () => void (left -= batch.length)
        })
        return Effect.andThen(loop, Effect.sync(after))
      })
    )
  const takeAny = (atMost: number) => queue.take(atMost)
  const sizeNow = () => queue.size
  const flush = drain(takeAny, sizeNow)
  // While nothing is being written.
  const round = drain(takeAny, sizeNow, afterwards)
  const failed = (cause: Cause.Cause<never>) => Effect.logError(`${name} could not be stored; retrying`, cause)
  const pause =
    "every" in when || Duration.isZero(Duration.fromInputUnsafe(when.onArrival))
      ? Effect.void
      : Effect.sleep(when.onArrival)
  yield* Effect.addFinalizer(() => flush.pipe(Effect.timeout(stopWithin), Effect.ignoreCause({ log: true })))
  yield* (
    "every" in when
      ? Effect.sleep(when.every).pipe(Effect.andThen(Effect.catchCause(round, failed)))
      : Queue.take(woken).pipe(
          Effect.andThen(round),
          Effect.andThen(pause),
          Effect.catchCause((cause) =>
            failed(cause).pipe(Effect.andThen(Effect.sleep(retryAfter)), Effect.andThen(Effect.sync(wake)))
          )
        )
  ).pipe(Effect.forever, Effect.forkScoped)

  return {
    offer: (item) => {
      if (plain === null) queue.giveBack([item])
      else if (!plain.add(item)) refused?.(item, "full")
      wake()
    },
    wake,
    flush,
    flushOf: (owner) =>
      drain(
        (atMost) => queue.takeOf?.(owner, atMost) ?? queue.take(atMost),
        () => queue.size
      ),
    size: () => queue.size
  } satisfies WriteBehind<Item> as WriteBehind<Item>
})
