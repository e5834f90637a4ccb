import { Effect } from "effect"

/** Real time, never a test's clock: it is what a caller measures. */
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

/** The number of recent calls compared with. */
const remembered = 32
/** Ends are this far apart, so that they do not drift with each call. */
const stepMs = 5
/** The longest padding. Larger differences come from other load on the machine. */
const maxPaddingMs = 100

/**
 * Pads an effect's duration to that of the slowest recent one, rounded up, so that its response time does not disclose its
 * result. Equal statements still differ a little: writing a row takes longer than writing none.
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
        const leftMs = Math.min(evenMs - tookMs, maxPaddingMs)
        return leftMs > 0 ? Effect.andThen(waitMs(leftMs), exit) : exit
      })
    })
}
