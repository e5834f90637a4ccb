import { useMemo, useSyncExternalStore } from "react"
import type { Store } from "./Store.ts"

/** The state of the store that `make` makes, of another one whenever `deps` change. */
export const useStore = <State>(make: () => Store<State>, deps: ReadonlyArray<unknown>): State => {
  const { get, subscribe } = useMemo(make, deps)
  return useSyncExternalStore(subscribe, get, get)
}
