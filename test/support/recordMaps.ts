import { Effect } from "effect"

/**
 * Does a work, and answers with it how many entries the maps hold that were made meanwhile: what a service keeps for each
 * key is otherwise nobody's to see.
 */
export const recordMaps = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const made: Array<Map<unknown, unknown>> = []
  const Plain = globalThis.Map
  const recording = Effect.sync(() => {
    globalThis.Map = class<K, V> extends Plain<K, V> {
      constructor(entries?: Iterable<readonly [K, V]> | null) {
        super(entries)
        made.push(this)
      }
    } as MapConstructor
  })
  const result = yield* Effect.acquireUseRelease(
    recording,
    () => work,
    () => Effect.sync(() => void (globalThis.Map = Plain))
  )
  return { result, entries: () => made.reduce((sum, { size }) => sum + size, 0) }
})
