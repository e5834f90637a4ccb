import type { Caller } from "@fleet/domain/Caller"
import { Context, Effect } from "effect"

/** Remembers whom a request turned out to come from, for what wraps the request: the log and the cross-origin rules. */
export const RequestCaller = Context.Reference<RequestCaller | null>("@fleet/server/RequestCaller", {
  defaultValue: () => null
})
/** The caller of a request; null until its credential is proven. */
export interface RequestCaller {
  caller: Caller | null
}

/** Puts the caller where what wraps the request finds it. */
export const rememberCaller = (caller: Caller): Effect.Effect<void> =>
  Effect.map(RequestCaller, (slot) => {
    if (slot !== null) slot.caller = caller
  })
