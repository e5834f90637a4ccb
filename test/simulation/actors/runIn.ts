import { Clock, Context, Effect, type Fiber, Scheduler } from "effect"
import type { Kernel, Process } from "../kernel/Kernel.ts"
import { SimScheduler } from "../kernel/SimScheduler.ts"
import { simClock } from "../kernel/simClock.ts"

/** Effects of one process, on the kernel's scheduler and clock. */
export interface Runner {
  readonly scheduler: SimScheduler
  readonly fork: <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
  /** Runs it to its end; fails where it fails. */
  readonly run: <A, E>(effect: Effect.Effect<A, E>, withinMs?: number) => Promise<A>
}

export const runnerOf = (kernel: Kernel, process: Process): Runner => {
  const scheduler = new SimScheduler(kernel, process)
  const context = Context.make(Scheduler.Scheduler, scheduler).pipe(Context.add(Clock.Clock, simClock(kernel, process)))
  const fork = <A, E>(effect: Effect.Effect<A, E>) => {
    const before = kernel.current
    kernel.current = process
    try {
      return Effect.runForkWith(context)(effect)
    } finally {
      kernel.current = before
    }
  }
  return {
    scheduler,
    fork,
    run: (effect, withinMs = 60_000) =>
      kernel.finish(
        new Promise((resolve, reject) => {
          fork(
            Effect.matchCause(effect, {
              onFailure: (cause) => reject(new Error(String(cause))),
              onSuccess: resolve
            })
          )
        }),
        withinMs
      )
  }
}
