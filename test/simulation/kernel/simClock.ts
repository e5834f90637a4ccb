import { type Clock, Duration, Effect } from "effect"
import type { Kernel, Process } from "./Kernel.ts"

/** Effect's clock over the kernel's time. */
export const simClock = (kernel: Kernel, process: Process): Clock.Clock => {
  const nanos = () => BigInt(Math.floor(kernel.nowMs)) * 1_000_000n
  return {
    currentTimeMillisUnsafe: () => kernel.nowMs,
    currentTimeMillis: Effect.sync(() => kernel.nowMs),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => {
      const ms = Duration.toMillis(duration)
      if (ms <= 0) return Effect.yieldNow
      if (!Number.isFinite(ms)) return Effect.never
      return Effect.callback<void>((resume) => {
        const timer = kernel.after(process, ms, () => resume(Effect.void))
        return Effect.sync(() => kernel.cancel(timer))
      })
    }
  }
}
