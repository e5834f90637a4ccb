import { Effect } from "effect"

/**
 * Does a work, and answers with it how many entries the maps and sets hold that were made meanwhile: what a service keeps
 * for each key is otherwise nobody's to see.
 */
export const recordMaps = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const made: Array<{ readonly size: number }> = []
  const { Map: PlainMap, Set: PlainSet } = globalThis
  const recording = Effect.sync(() => {
    globalThis.Map = class<K, V> extends PlainMap<K, V> {
      constructor(entries?: Iterable<readonly [K, V]> | null) {
        super(entries)
        made.push(this)
      }
    } as MapConstructor
    globalThis.Set = class<K> extends PlainSet<K> {
      constructor(values?: Iterable<K> | null) {
        super(values)
        made.push(this)
      }
    } as SetConstructor
  })
  const result = yield* Effect.acquireUseRelease(
    recording,
    () => work,
    () =>
      Effect.sync(() => {
        globalThis.Map = PlainMap
        globalThis.Set = PlainSet
      })
  )
  return { result, entries: () => made.reduce((sum, { size }) => sum + size, 0) }
})
