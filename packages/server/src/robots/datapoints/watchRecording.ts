import { Clock, Effect } from "effect"
import { everySync } from "../../platform/schedule/every.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import type { HistoryRecorderQueue } from "./HistoryRecorderQueue.ts"
import { HistoryHealth } from "./HistoryHealth.ts"

/** From this age of its oldest sample on, the recording of an org is failed. */
const delayedFromMs = 10_000

/** The rate is that of so many seconds. */
const rateSeconds = 10

/** Every second: measures how fast samples are recorded, and reports the orgs whose samples wait too long. */
export const watchRecording = Effect.fnUntraced(function* (queue: HistoryRecorderQueue) {
  const counters = yield* Counters
  const health = yield* HistoryHealth
  const clock = yield* Clock.Clock
  const totals: Array<number> = []

  yield* everySync("1 second", () => {
    const nowMs = clock.currentTimeMillisUnsafe()
    totals.push(counters.samples_recorded_total)
    if (totals.length > rateSeconds + 1) totals.shift()
    counters.samples_recorded_per_second = (totals.at(-1)! - totals[0]!) / Math.max(1, totals.length - 1)

    let oldestMs = nowMs
    for (const { line, oldestMs: since } of queue.oldest()) {
      oldestMs = Math.min(oldestMs, since)
      if (nowMs - since > delayedFromMs)
        health.delayed(line.orgId, nowMs - since, line.samples, line.recordedPerSecond(nowMs))
    }
    counters.recording_oldest_seconds = (nowMs - oldestMs) / 1000
    counters.recording_samples_waiting = queue.samples
  })
})
