import { Effect } from "effect"

/** The time that whoever measures an answer sees, which is never a test's. */
export interface Stopwatch {
  readonly nowMs: () => number
  readonly waitMs: (ms: number) => Effect.Effect<void>
}

const real: Stopwatch = {
  nowMs: () => performance.now(),
  waitMs: (ms) =>
    Effect.callback((resume) => {
      const timer = setTimeout(() => resume(Effect.void), Math.ceil(ms))
      return Effect.sync(() => clearTimeout(timer))
    })
}

/** So many calls are remembered. */
const remembered = 32
/** Ends are this far apart, so that they do not drift with each call. */
const stepMs = 5
/** Nobody waits longer; calls that differ by more differ by what else the machine does. */
const mostMs = 100

/**
 * Lets a work end when the slowest of the last ones did, or a little later, so that how long it took tells nothing of what it found. The
 * same statements still differ a little: a row that is written costs more than one that is not.
 */
export const makeEqualizeDuration = ({ nowMs, waitMs }: Stopwatch = real) => {
  const lastMs: Array<number> = []
  let next = 0

  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const beganMs = nowMs()
      return Effect.flatMap(Effect.exit(work), (exit) => {
        const tookMs = nowMs() - beganMs
        lastMs[next++ % remembered] = tookMs
        const evenMs = Math.ceil(Math.max(...lastMs) / stepMs) * stepMs
        const leftMs = Math.min(evenMs - tookMs, mostMs)
        return leftMs > 0 ? Effect.andThen(waitMs(leftMs), exit) : exit
      })
    })
}
