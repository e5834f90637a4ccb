import { Effect, Semaphore } from "effect"

/** Runs at most `maxConcurrent` effects of a key at a time. Further ones of that key wait in order; other keys do not. */
export const makeKeyedSemaphore = (maxConcurrent: number) => {
  const keys = new Map<string, { readonly semaphore: Semaphore.Semaphore; works: number }>()

  return (key: string) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        const known = keys.get(key) ?? { semaphore: Semaphore.makeUnsafe(maxConcurrent), works: 0 }
        keys.set(key, known)
        known.works++
        return Effect.ensuring(
          known.semaphore.withPermits(1)(work),
          Effect.sync(() => {
            if (--known.works === 0) keys.delete(key)
          })
        )
      })
}
