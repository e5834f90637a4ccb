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

const maxRetryAfterMs = 3_600_000

/** What a Retry-After header asks for, in seconds or as a date; at most an hour, and nothing where it is neither. */
export const retryAfterMs = (header: string | undefined, nowMs: number): number => {
  if (header === undefined) return 0
  const askedMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return askedMs > 0 ? Math.min(askedMs, maxRetryAfterMs) : 0
}

/** A wait that is nowhere shorter than what was asked for, and still spread. */
export const atLeast = ({ minMs, maxMs }: Wait, askedMs: number): Wait => ({
  minMs: Math.max(minMs, askedMs),
  maxMs: Math.max(maxMs, askedMs * 1.5)
})

/** After a refusal that lasts until an operator changes something: unsupported version, or locked organization. */
export const afterRefusal: Wait = { minMs: 60_000, maxMs: 120_000 }

/** Waits a random time within the bounds. */
export const pause = ({ minMs, maxMs }: Wait) => Effect.flatMap(Random.nextBetween(minMs, maxMs), Effect.sleep)
