import { Context, Effect, type Scope } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"

/** From how much delay on a second counts as slow, in milliseconds. */
export const slowMs = 250
/** So many slow seconds in a row mean that the process does not keep up; one good one that it does. */
export const slowSeconds = 5

/** Judges the event loop by the delay of most of its timers, second by second. */
export class EventLoopJudge {
  private slow = 0

  /** `delayMs` is what nine of ten timers of the last second stayed below. */
  note(delayMs: number): void {
    this.slow = delayMs >= slowMs ? this.slow + 1 : 0
  }

  get keepsUp(): boolean {
    return this.slow < slowSeconds
  }
}

/** Measures the event loop until the scope closes; answers whether it keeps up with its work. */
const measured: Effect.Effect<() => boolean, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const judge = new EventLoopJudge()
      const delay = monitorEventLoopDelay({ resolution: 20 })
      delay.enable()
      const timer = setInterval(() => {
        judge.note(delay.percentile(90) / 1e6)
        delay.reset()
      }, 1_000).unref()
      return { delay, judge, timer }
    }),
    ({ delay, timer }) =>
      Effect.sync(() => {
        delay.disable()
        clearInterval(timer)
      })
  ),
  ({ judge }) =>
    () =>
      judge.keepsUp
)

/** How the process knows whether its event loop keeps up. */
export const EventLoop = Context.Reference<typeof measured>("@fleet/server/EventLoop", { defaultValue: () => measured })
