import { Predicate } from "effect"

const within = (value: unknown, maximum: number): number | null =>
  typeof value === "number" && value >= 0 && value <= maximum ? value / maximum : null

/**
 * How far a goal has come, 0 to 1: a top-level feedback field `progress` from 0 to 1, or `percent` or `percentage` from
 * 0 to 100. Null where there is none.
 */
export const progressOf = (feedback: unknown): number | null => {
  if (!Predicate.isObject(feedback)) return null
  const { progress, percent, percentage } = feedback as Readonly<Record<string, unknown>>
  return within(progress, 1) ?? within(percent ?? percentage, 100)
}
