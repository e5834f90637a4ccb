import { Effect } from "effect"

/** The store of files does not answer, refuses, or has no room: the same work may be done later. Holds the store's own words. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable"

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Work of a store, whose failure is the store's. */
export const ofStore = <A>(work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A> =>
  Effect.catchDefect(Effect.promise(work), (defect) => Effect.die(new StoreUnavailable(defect)))
