import { Effect, Semaphore } from "effect"

/** Lets so many works of a key run at a time. The others of that key wait, in the order they came, and no other key does. */
export const makeKeyedSemaphore = (atATime: number) => {
  const keys = new Map<string, { readonly few: Semaphore.Semaphore; works: number }>()

  return (key: string) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        const known = keys.get(key) ?? { few: Semaphore.makeUnsafe(atATime), works: 0 }
        keys.set(key, known)
        known.works++
        return Effect.ensuring(
          known.few.withPermits(1)(work),
          Effect.sync(() => {
            if (--known.works === 0) keys.delete(key)
          })
        )
      })
}
