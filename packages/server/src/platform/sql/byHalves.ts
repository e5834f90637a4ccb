import { type Cause, Effect } from "effect"

interface Halving<Item, A, E> {
  readonly work: (batch: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<A>, E>
  /** Whether a batch failed for what it holds, so that a part of it may not. */
  readonly isAtFault: (cause: Cause.Cause<E>) => boolean
  /** Answers for an item that fails by itself. */
  readonly leftOut: (item: Item, cause: Cause.Cause<E>) => Effect.Effect<ReadonlyArray<A>>
}

/**
 * Halves a batch that fails for what it holds, until only the items at fault are left out. Any other failure is passed on.
 * The halves are worked on in order, and so are their answers.
 */
export const byHalves = <Item, A, E>({ isAtFault, leftOut, work }: Halving<Item, A, E>) => {
  const attempt = (batch: ReadonlyArray<Item>): Effect.Effect<ReadonlyArray<A>, E> =>
    Effect.catchCauseIf(work(batch), isAtFault, (cause) => {
      const middle = batch.length >> 1
      if (middle === 0) return leftOut(batch[0]!, cause)
      return Effect.zipWith(attempt(batch.slice(0, middle)), attempt(batch.slice(middle)), (a, b) => [...a, ...b])
    })
  return attempt
}
