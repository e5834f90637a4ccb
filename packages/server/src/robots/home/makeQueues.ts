import { Deferred, Effect, Exit } from "effect"

/** A place in a queue. */
interface Place {
  /** Ends once the one before has left. */
  readonly turn: Effect.Effect<void>
  /** Lets the next one in. To be called in any case. */
  readonly leave: () => void
}

/** A queue for each key, which is kept while somebody is in it. A place is taken in the moment of the call. */
export const makeQueues = <Key>() => {
  const lasts = new Map<Key, Deferred.Deferred<void>>()

  return (key: Key): Place => {
    const before = lasts.get(key)
    const mine = Deferred.makeUnsafe<void>()
    lasts.set(key, mine)
    return {
      turn: before === undefined ? Effect.void : Deferred.await(before),
      leave: () => {
        if (lasts.get(key) === mine) lasts.delete(key)
        Deferred.doneUnsafe(mine, Exit.void)
      }
    }
  }
}
