import type { Effect } from "effect"

/** Runs an effect for the library, which speaks promises. Ended where the client gives up. */
export type Run = <A>(effect: Effect.Effect<A>, signal?: AbortSignal) => Promise<A>
