import { Effect, type Scope } from "effect"

/** Listeners by key. A key without listeners takes no memory. */
export class KeyedListeners<Key, Event> {
  private readonly byKey = new Map<Key, Set<(event: Event) => void>>()

  has(key: Key): boolean {
    return this.byKey.has(key)
  }

  emit(key: Key, event: Event): void {
    const listeners = this.byKey.get(key)
    if (listeners !== undefined) for (const listener of listeners) listener(event)
  }

  /** Answers a function that removes the listener; calling it twice is harmless. */
  add(key: Key, listener: (event: Event) => void): () => void {
    let listeners = this.byKey.get(key)
    if (listeners === undefined) this.byKey.set(key, (listeners = new Set()))
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.byKey.get(key) === listeners) this.byKey.delete(key)
    }
  }
}

/** Listens until the scope closes. */
export const listening = (listen: () => () => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(Effect.acquireRelease(Effect.sync(listen), (stop) => Effect.sync(stop)))
