import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Series, seriesFor } from "../../packages/console/src/live/Series.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Values = Schema.Array(between(-1_000_000, 1_000_000)).check(Schema.isMinLength(1), Schema.isMaxLength(400))

describe("the series of a chart", () => {
  it.prop("keeps the newest samples and no more than it has room for", [Values, between(2, 50)], ([samples, most]) => {
    const series = new Series(most)
    samples.forEach((value, index) => series.push(1000 + index, value))
    const kept = Array.from({ length: series.length }, (_, index) => series.at(index).value)
    assert.deepStrictEqual(kept, samples.slice(-most))
  })

  it("leaves out what is not newer than the last sample", () => {
    const series = new Series(10)
    for (const timeMs of [5, 5, 4, 6]) series.push(timeMs, timeMs)
    assert.deepStrictEqual([series.length, series.lastMs], [2, 6])
  })

  it.prop(
    "draws at most two points a pixel, in order, with the extremes of what it has",
    [Values, between(1, 40)],
    ([samples, pixels]) => {
      const series = new Series(500)
      samples.forEach((value, index) => series.push(1000 + index, value))
      const { times, values } = series.line(1000, 1000 + samples.length, pixels, 10)
      assert.isAtMost(times.length, samples.length <= 2 * pixels ? samples.length : 2 * (pixels + 1))
      assert.deepStrictEqual(
        times,
        [...new Set(times)].toSorted((left, right) => left - right)
      )
      const drawn = values.filter((value) => value !== null)
      assert.deepStrictEqual([Math.min(...drawn), Math.max(...drawn)], [Math.min(...samples), Math.max(...samples)])
    }
  )

  it("has a gap where samples are missing, and where one has no number", () => {
    const series = new Series(10)
    series.push(1000, 1)
    series.push(1100, 2)
    series.push(5000, 3)
    series.push(5100, Number.NaN)
    series.push(5200, 4)
    assert.deepStrictEqual(series.line(0, 6000, 100, 300).values, [1, 2, null, 3, null, 4])
  })

  it("puts recorded samples before the live ones, and none twice", () => {
    const series = new Series(10)
    series.push(1000, 3)
    series.push(1100, 4)
    series.prepend([
      { timeMs: 800, value: 1 },
      { timeMs: 900, value: 2 },
      { timeMs: 1000, value: 99 }
    ])
    assert.deepStrictEqual(series.line(0, 2000, 100, 1000).values, [1, 2, 3, 4])
  })

  it("covers a long window at a high rate with the extremes of spans", () => {
    const windowMs = 3_600_000
    const series = seriesFor(windowMs, 20)
    assert.isAtMost(series.capacity, 7200)
    for (let timeMs = 0; timeMs < windowMs; timeMs += 50)
      series.push(timeMs, timeMs === 1_800_000 ? 1000 : Math.sin(timeMs))
    assert.isBelow(series.at(0).timeMs, 10_000)
    assert.strictEqual(series.extent(-1, windowMs)!.max, 1000)
  })
})
