import { Data } from "effect"

/** How an attempt at an item of work ended. */
export type WorkOutcome = Data.TaggedEnum<{
  Done: {}
  /** Another attempt may succeed: after the queue's next pause, and not before `notBefore`. */
  Retry: { readonly reason: string; readonly notBefore?: Date }
  /** No other attempt would succeed. `expected` keeps it out of the log. */
  GiveUp: { readonly reason: string; readonly expected?: boolean }
}>

export const WorkOutcome = Data.taggedEnum<WorkOutcome>()
