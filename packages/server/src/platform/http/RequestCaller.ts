import type { Caller } from "@fleet/domain/Caller"
import type { AppId } from "@fleet/domain/Ids"
import { Context, Effect } from "effect"

/** Remembers whom a request turned out to come from, for what wraps the request: the log and the cross-origin rules. */
export const RequestCaller = Context.Reference<RequestCaller | null>("@fleet/server/RequestCaller", {
  defaultValue: () => null
})
/** The caller of a request, null until its credential is proven, and the app that it turned out to be about. */
export interface RequestCaller {
  caller: Caller | null
  app: AppId | null
  /** How many milliseconds it waited since its caller asked for that. */
  waitedMs?: number
}

/** Puts the caller where what wraps the request finds it. */
export const rememberCaller = (caller: Caller): Effect.Effect<void> =>
  Effect.map(RequestCaller, (slot) => {
    if (slot === null) return
    slot.caller = caller
    if (caller.kind !== "developer") slot.app = caller.appId
  })

/** Puts the app of a sign-in where what wraps the request finds it. */
export const rememberApp = (app: AppId): Effect.Effect<void> =>
  Effect.map(RequestCaller, (slot) => {
    if (slot !== null) slot.app = app
  })

/** Work for a caller that no request stands for, such as a command over a socket: its statements take that org's turns. */
export const onBehalfOf = (caller: Caller) => Effect.provideService(RequestCaller, { caller, app: null })
