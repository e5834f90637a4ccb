import { Effect, Random } from "effect"

/** The bounds of a wait in milliseconds. */
export interface Wait {
  readonly minMs: number
  readonly maxMs: number
}

/** Before attempt 0, 1, 2, ...: doubling from 1 s to 30 s, spread so that a fleet does not come back at once. */
export const backoff = (attempt: number): Wait => {
  const maxMs = Math.min(30_000, 2000 * 2 ** Math.min(attempt, 10))
  return { minMs: maxMs / 2, maxMs }
}

/** After a refusal of this program's version: somebody has to act first. */
export const afterVersionRefusal: Wait = { minMs: 60_000, maxMs: 120_000 }

/** Waits a random time within the bounds. */
export const pause = ({ minMs, maxMs }: Wait) => Effect.flatMap(Random.nextBetween(minMs, maxMs), Effect.sleep)
