import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Latencies, minutesBack } from "../../packages/console/src/fleet/latencies.ts"
import { sparkPath } from "../../packages/console/src/kit/sparkPath.ts"

const minute = 60_000
const noon = Date.parse("2026-11-28T12:00:00Z")

const bucket = (at: number, avg_ms: number | null) => ({
  bucket_at: new Date(at).toISOString(),
  min_ms: avg_ms,
  avg_ms,
  max_ms: avg_ms,
  samples: 1,
  online_ms: minute
})

describe("the latencies of a fleet", () => {
  it.prop(
    "ask for every minute that is shown, and for no more than an answer brings",
    [Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))],
    ([robots]) => {
      const windows = new Latencies().missing(noon + 1234, robots)
      const asked = windows.flatMap(({ from_ms, to_ms }) =>
        Array.from({ length: (to_ms - from_ms) / minute }, (_, index) => from_ms + index * minute)
      )
      assert.strictEqual(new Set(asked).size, asked.length)
      assert.strictEqual(asked.length, minutesBack(robots))
      assert.strictEqual(Math.max(...asked), noon - minute)
      for (const { from_ms, to_ms } of windows)
        assert.isTrue(((to_ms - from_ms) / minute) * robots <= 20_000, "a service answers 20,000 minutes of robots")
    }
  )

  it("ask once for what has come, and again for the last minute, which may not have been written", () => {
    const latencies = new Latencies()
    latencies.settle(noon, 10)
    assert.deepStrictEqual(latencies.missing(noon + 2 * minute, 10), [
      { from_ms: noon - minute, to_ms: noon + 2 * minute }
    ])
    assert.strictEqual(latencies.missing(noon, 10).length, 1)
    // After a night all of it is asked for.
    assert.strictEqual(latencies.missing(noon + 600 * minute, 10)[0]!.to_ms, noon + 600 * minute)
    latencies.clear()
    assert.strictEqual(latencies.missing(noon, 10)[0]!.from_ms, noon - 60 * minute)
  })

  it("know nothing of a minute without a bridge, and forget what is no longer shown", () => {
    const latencies = new Latencies()
    latencies.take({
      series: [
        { robot_id: "a", buckets: [bucket(noon - 3 * minute, 10), bucket(noon - minute, 30)] },
        { robot_id: "b", buckets: [bucket(noon - 3 * minute, 50), bucket(noon - minute, null)] },
        { robot_id: "c", buckets: [bucket(noon - 3 * minute, 20), bucket(noon - 90 * minute, 20)] }
      ]
    })
    latencies.settle(noon, 3)
    assert.deepStrictEqual(latencies.of("a", 3), [10, null, 30])
    assert.deepStrictEqual(latencies.of("nobody", 3), [])
    assert.deepStrictEqual(
      latencies
        .medians()
        .slice(-3)
        .map(({ value }) => value),
      [20, null, 30]
    )
    assert.strictEqual(latencies.medians().length, 60)
  })
})

describe("a spark", () => {
  it("begins at 0 at the bottom, ends at the top, and leaves out what was not measured", () => {
    assert.strictEqual(sparkPath([0, 100], 100), "M0.0 15.0L56.0 1.0")
    assert.strictEqual(sparkPath([0, null, 900], 100), "M0.0 15.0h.1M56.0 1.0h.1")
    assert.strictEqual(sparkPath([null, null], 100), "")
  })
})
