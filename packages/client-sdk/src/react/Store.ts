/** A state outside of React, as `useSyncExternalStore` takes it. */
export interface Store<State> {
  /** Calls back with each change. Answers how to stop. */
  readonly subscribe: (changed: () => void) => () => void
  /** The state now; the same object until it changes. */
  readonly get: () => State
}

/** Sets a store's state, whole or by what it was. */
export type SetState<State> = (next: State | ((before: State) => State)) => void

/** A state that `start` feeds while somebody listens; `start` answers how to end that. The last state stays. */
export const makeStore = <State extends object>(
  initial: State,
  start: (set: SetState<State>) => () => void
): Store<State> => {
  let state = initial
  let stop: (() => void) | undefined
  const listeners = new Set<() => void>()
  const begin = () => {
    let isOver = false
    const end = start((next) => {
      if (isOver) return
      const before = state
      state = typeof next === "function" ? next(before) : next
      if (state !== before) for (const changed of listeners) changed()
    })
    return () => {
      isOver = true
      end()
    }
  }
  return {
    subscribe: (changed) => {
      listeners.add(changed)
      stop ??= begin()
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
    get: () => state
  }
}

/** A state that never changes. */
export const fixedStore = <State>(state: State): Store<State> => ({ subscribe: () => () => {}, get: () => state })
