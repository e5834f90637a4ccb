import { Cause, type Duration, Effect, Queue, Semaphore } from "effect"
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

/** When what waits is written: at fixed pauses, or as it comes and with a pause after each write. */
type When = { readonly every: Duration.Input } | { readonly onArrival: Duration.Input }

interface Writing<Item> {
  /** Of log lines: what could not be stored. */
  readonly name: string
  readonly when: When
  /** Items of one write, at most. */
  readonly atOnce: number
  /**
   * Writes a batch, or dies. A batch that is refused for what it holds is halved until only the items at fault are left;
   * with any other failure all of it waits again.
   */
  readonly write: (batch: ReadonlyArray<Item>) => Effect.Effect<void>
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
 * Writes a batch by halves, until only the items at fault are left: those are logged and given to `refused`. Dies with
 * any other failure; `onRest` is then given what is not written.
 */
export const writeByHalves = <Item>(
  {
    isRefusal: isAtFault = isRefusal,
    name,
    refused,
    write
  }: Pick<Writing<Item>, "isRefusal" | "name" | "refused" | "write">,
  onRest: (items: ReadonlyArray<Item>) => void = () => undefined
) => {
  const attempt = (batch: ReadonlyArray<Item>, done: Set<Item>): Effect.Effect<void> =>
    Effect.matchCauseEffect(
      Effect.suspend(() => write(batch)),
      {
        onSuccess: () => Effect.sync(() => batch.forEach((item) => done.add(item))),
        onFailure: (cause) => {
          if (!cause.reasons.every((reason) => Cause.isDieReason(reason) && isAtFault(reason.defect)))
            return Effect.failCause(cause)
          const middle = batch.length >> 1
          if (middle > 0)
            return Effect.andThen(attempt(batch.slice(0, middle), done), attempt(batch.slice(middle), done))
          batch.forEach((item) => {
            done.add(item)
            refused?.(item, "value")
          })
          return Effect.logError(`${name}: one is dropped, which cannot be stored`, cause)
        }
      }
    )
  return (batch: ReadonlyArray<Item>): Effect.Effect<void> =>
    Effect.suspend(() => {
      const done = new Set<Item>()
      return Effect.onError(attempt(batch, done), () =>
        Effect.sync(() => onRest(batch.filter((item) => !done.has(item))))
      )
    })
}

/**
 * Writes behind its callers: one write at a time, again where the database failed, without the items that it refuses, and
 * the rest when the scope closes. Nothing that was offered is lost but what `refused` is told of.
 */
export const makeWriteBehind = Effect.fnUntraced(function* <Item>(
  options: Writing<Item> & (Plain<Item> | { readonly queue: WriteQueue<Item> })
) {
  const { atOnce, name, refused, afterwards, stopWithin = "5 seconds", when } = options
  const plain = "queue" in options ? null : new WaitingItems<Item>(options)
  const queue: WriteQueue<Item> = "queue" in options ? options.queue : plain!
  const oneWriter = yield* Semaphore.make(1)
  const woken = yield* Queue.sliding<void>(1)

  const write = writeByHalves(options, (items) => queue.giveBack(items))
  const drain = (
    take: (atMost: number) => ReadonlyArray<Item>,
    most: () => number,
    after: () => void = () => undefined
  ) =>
    oneWriter.withPermit(
      Effect.suspend(() => {
        let left = most()
        let batch: ReadonlyArray<Item> = []
        const next = () => (left > 0 ? (batch = take(Math.min(atOnce, left))).length > 0 : false)
        const loop = Effect.whileLoop({
          while: next,
          body: () => write(batch),
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
  const wake = () => void Queue.offerUnsafe(woken, undefined)
  const failed = (defect: unknown) => Effect.logError(`${name} could not be stored; retrying`, defect)
  yield* Effect.addFinalizer(() => flush.pipe(Effect.timeout(stopWithin), Effect.ignoreCause({ log: true })))
  yield* (
    "every" in when
      ? Effect.sleep(when.every).pipe(Effect.andThen(Effect.catchDefect(round, failed)))
      : Queue.take(woken).pipe(
          Effect.andThen(round),
          Effect.andThen(Effect.sleep(when.onArrival)),
          Effect.catchDefect((defect) =>
            failed(defect).pipe(Effect.andThen(Effect.sleep(retryAfter)), Effect.andThen(Effect.sync(wake)))
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
