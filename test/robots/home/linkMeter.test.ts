import { assert, describe, it } from "@effect/vitest"
import { LinkMeter } from "@fleet/server/robots/home/LinkMeter"
import { Schema } from "effect"

/** The lag by a plain list of samples. */
const lagOf = (samples: ReadonlyArray<{ readonly atMs: number; readonly delayMs: number }>, nowMs: number) => {
  const recent = samples
    .slice(-512)
    .filter(({ atMs }) => nowMs - atMs <= 5_000)
    .map(({ delayMs }) => delayMs)
    .toSorted((a, b) => a - b)
  const least = Math.min(...samples.map(({ delayMs }) => delayMs))
  return recent.length === 0 ? null : Math.max(0, recent[recent.length >> 1]! - least)
}

const Burst = Schema.Struct({
  pauseMs: Schema.Literals([0, 1, 10, 100, 1_000, 5_000, 5_001]),
  count: Schema.Literals([0, 1, 2, 15, 16, 17, 40, 511, 600]),
  stepMs: Schema.Literals([0, 1, 10, 100, 400])
})

describe("the meter of a link", () => {
  it.prop(
    "the lag is the median of the last five seconds, of a burst the newest 512, above the least delay",
    { bursts: Schema.Array(Burst), seed: Schema.Literals([1, 7, 13, 101]) },
    ({ bursts, seed }) => {
      const meter = new LinkMeter()
      const samples: Array<{ readonly atMs: number; readonly delayMs: number }> = []
      let nowMs = 1_000
      let state = seed
      for (const { count, pauseMs, stepMs } of bursts) {
        for (let index = 0; index < count; index++) {
          state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
          const delayMs = state % 1_000
          meter.sampled(nowMs - delayMs, nowMs)
          samples.push({ atMs: nowMs, delayMs })
          nowMs += stepMs
        }
        nowMs += pauseMs
        // Beyond ten minutes the least delay is forgotten by steps.
        if (nowMs > 590_000) return
        assert.strictEqual(meter.lagMs(nowMs), lagOf(samples, nowMs))
      }
    }
  )
})
