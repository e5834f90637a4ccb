import { Metric } from "effect"

/** Ended attempts, by `queue` and `outcome` (`Done`, `Retry` or `GiveUp`). */
export const workAttempts = Metric.counter("fleet_work_attempts_total", {
  description: "Attempts at items of background work, by queue and outcome.",
  incremental: true
})
