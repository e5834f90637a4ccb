import { lowBandwidthDefaults } from "@fleet/domain/RobotConfig/LowBandwidth"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { afterRefusal, atLeast, backoff, retryAfterMs } from "@fleet/bridge/cloud/Reconnect"
import { RateCeiling } from "@fleet/bridge/engine/datapoints/RateCeiling"
import { readingOf } from "@fleet/bridge/engine/datapoints/Reading"
import { Throttle } from "@fleet/bridge/engine/datapoints/Throttle"
import { progressOf } from "@fleet/bridge/engine/jobs/Progress"
import { initialJudgement, judge, type Judgement, linkSettings, type Measured } from "@fleet/bridge/engine/link/Judge"

const passes = (throttle: Throttle, times: ReadonlyArray<number>) =>
  times.filter((now) => {
    const allowed = throttle.allows(now)
    if (allowed) throttle.passed(now)
    return allowed
  })

const Gaps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3000 })))
const Rate = Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 20 }))
const timesOf = (gaps: ReadonlyArray<number>) =>
  gaps.map((_, index) => gaps.slice(0, index + 1).reduce((a, b) => a + b, 0))

describe("a throttle", () => {
  it.each([
    ["no rate", undefined, [0, 1, 2], [0, 1, 2]],
    ["rate 0", 0, [0, 1, 2], [0, 1, 2]],
    ["10 Hz within the tolerance", 10, [0, 98, 196, 290], [0, 98, 196]],
    ["10 Hz just outside it", 10, [0, 97.9, 98], [0, 98]],
    ["a clock set back", 1, [5000, 100, 200], [5000, 100]]
  ] as const)("a throttle with %s lets the right ones through", (_, hz, times, expected) => {
    assert.deepStrictEqual(passes(new Throttle(hz), times), [...expected])
  })

  it.effect.prop(
    "a throttle lets the first through and keeps its gap, never longer than it must",
    [Rate, Gaps],
    ([hz, gaps]) =>
      Effect.sync(() => {
        const times = timesOf(gaps)
        const passed = passes(new Throttle(hz), times)
        const gap = (1000 / hz) * 0.98
        assert.strictEqual(passed[0], times[0])
        passed.slice(1).forEach((now, index) => assert.isAtLeast(now - passed[index]!, gap))
        for (const now of times)
          assert.isTrue(passed.some((one) => one <= now && now - one < gap) || passed.includes(now))
      })
  )
})

describe("the ceiling of a slow link", () => {
  it.effect.prop(
    "the ceiling of a slow link never lets more than its average rate and two of credit through",
    [Rate, Gaps],
    ([hz, gaps]) =>
      Effect.sync(() => {
        const ceiling = new RateCeiling()
        const passed = timesOf(gaps).filter((now) => {
          const allowed = ceiling.allows(now, hz)
          if (allowed) ceiling.passed()
          return allowed
        })
        if (gaps.length > 0) assert.strictEqual(passed[0], gaps[0])
        passed.forEach((from, first) =>
          passed.slice(first).forEach((to, count) => assert.isAtMost(count + 1, 2 + ((to - from) / 1000) * hz + 1e-6))
        )
      })
  )
})

describe("a reading", () => {
  const datapoint = { topic: "/t", type: "a/msg/B" } as const
  it.each([
    ["the whole message", {}, { a: 1n, b: Number.NaN }, '{"a":1,"b":null}'],
    ["one field", { field: "a.b[1]" }, { a: { b: [1, 2] } }, "2"],
    ["scale and offset", { field: "v", numeric: { scale: 2, offset: 1 } }, { v: 3 }, "7"],
    ["an int64 scaled", { field: "v", numeric: { scale: 0.5 } }, { v: 10n }, "5"],
    ["an int64 beyond 2^53", { field: "v" }, { v: 9007199254740993n }, '"9007199254740993"'],
    ["an int64 at 2^53-1 after scaling", { field: "v", numeric: { offset: -1 } }, { v: 2n ** 53n }, "9007199254740991"],
    [
      "an int64 at 2^53 after scaling",
      { field: "v", numeric: { offset: -1 } },
      { v: 2n ** 53n + 1n },
      '"9007199254740992"'
    ],
    [
      "an int64 with scale 1 and offset 0",
      { field: "v", numeric: { scale: 1, offset: 0 } },
      { v: -(2n ** 63n) },
      '"-9223372036854775808"'
    ],
    [
      "a uint64 with a whole scale and offset",
      { field: "v", numeric: { scale: -3, offset: 2 } },
      { v: 2n ** 64n - 1n },
      '"-55340232221128654843"'
    ],
    [
      "an int64 with a fractional scale",
      { field: "v", numeric: { scale: 0.001, offset: 1 } },
      { v: 1700000000123456789n },
      "1700000000123457.8"
    ],
    [
      "an int64 with a fractional offset",
      { field: "v", numeric: { scale: 2, offset: 0.5 } },
      { v: 2n ** 61n },
      "4611686018427388000"
    ],
    ["a double beyond 2^53", { field: "v", numeric: { scale: 2 } }, { v: 2 ** 60 }, "2305843009213694000"],
    ["a scale that leaves the doubles", { field: "v", numeric: { scale: 10 } }, { v: 1e308 }, "null"],
    ["text that is scaled", { field: "v", numeric: { scale: 2 } }, { v: "x" }, '"x"'],
    ["half of a surrogate pair", {}, { v: "a\ud800b", w: ["\udc00"] }, '{"v":"a\ufffdb","w":["\ufffd"]}'],
    ["decimals for display only", { field: "v", numeric: { decimals: 1 } }, { v: 1.25 }, "1.25"],
    ["bytes", { field: "v" }, { v: new Uint8Array([1, 2]) }, '"AQI="'],
    ["a missing field", { field: "w" }, { v: 1 }, undefined]
  ] as const)("a reading of %s", (_, config, message, expected) => {
    assert.strictEqual(readingOf({ ...datapoint, ...config })(message), expected)
  })
})

describe("progress", () => {
  it.each([
    [{ progress: 0.4 }, 0.4],
    [{ percent: 40 }, 0.4],
    [{ percentage: 100 }, 1],
    [{ progress: 40 }, null],
    [{ progress: -0.1 }, null],
    [{ done: 0.4 }, null],
    [null, null],
    ["0.4", null]
  ])("progress of %j is %s", (feedback, expected) => {
    assert.strictEqual(progressOf(feedback), expected)
  })
})

describe("waiting before the next attempt", () => {
  it("waiting before the next attempt doubles from one second to thirty", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4, 50].map((attempt) => backoff(attempt)),
      [2, 4, 8, 16, 30, 30].map((seconds) => ({ minMs: seconds * 500, maxMs: seconds * 1000 }))
    )
  })
})

describe("a Retry-After", () => {
  const now = Date.UTC(2026, 0, 1)
  it.each([
    [undefined, 0],
    ["", 0],
    ["0", 0],
    ["-1", 0],
    ["1", 1000],
    ["7", 7000],
    ["7s", 0],
    ["3600", 3_600_000],
    ["3601", 3_600_000],
    ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
    ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
    ["soon", 0]
  ])("a Retry-After of %s is so many milliseconds: %d", (header, expected) => {
    assert.strictEqual(retryAfterMs(header, now), expected)
  })

  it("a Retry-After is never undercut, and spreads those who come back", () => {
    assert.deepStrictEqual(atLeast(backoff(0), 0), { minMs: 1000, maxMs: 2000 })
    assert.deepStrictEqual(atLeast(backoff(0), 1000), { minMs: 1000, maxMs: 2000 })
    assert.deepStrictEqual(atLeast(backoff(0), 40_000), { minMs: 40_000, maxMs: 60_000 })
    assert.deepStrictEqual(afterRefusal, { minMs: 60_000, maxMs: 120_000 })
  })
})

/** A judgement a second, starting calm; answers each change with its second. */
const story = (measured: ReadonlyArray<Measured>, config = {}) => {
  const settings = linkSettings(config)
  let judgement: Judgement = initialJudgement
  return measured.flatMap((now, second) => {
    const next = judge(judgement, settings, now, second * 1000)
    const changed = next.low !== judgement.low || next.reason !== judgement.reason
    judgement = next
    return changed ? [[second, next.low, next.reason] as const] : []
  })
}

const repeat = (count: number, lagMs: number | null, dwellMs: number | null = null) =>
  Array.from({ length: count }, (): Measured => ({ lagMs, dwellMs }))

describe("low bandwidth", () => {
  it.each([
    ["is entered after 10 s above 2 s of lag", repeat(12, 2001), {}, [[10, true, "lag"]]],
    ["is entered for waiting frames too", repeat(12, null, 2001), {}, [[10, true, "dwell"]]],
    ["is not entered at exactly the limit", repeat(60, 2000, 2000), {}, []],
    ["starts counting anew after a calm second", [...repeat(9, 5000), ...repeat(1, 0), ...repeat(10, 5000)], {}, []],
    ["takes a missing number for calm", [...repeat(9, 5000), ...repeat(1, null), ...repeat(10, 5000)], {}, []],
    ["counts lag and dwell as one trouble", [...repeat(5, 5000), ...repeat(6, null, 5000)], {}, [[10, true, "dwell"]]],
    [
      "is left after 60 s at or below 500 ms of both",
      [...repeat(11, 5000), ...repeat(61, 500, 500)],
      {},
      [
        [10, true, "lag"],
        [71, false, "recovered"]
      ]
    ],
    ["is not left while either is above", [...repeat(11, 5000), ...repeat(90, 0, 501)], {}, [[10, true, "lag"]]],
    ["is forced on", repeat(2, 0), { mode: "on" }, [[0, true, "forced"]]],
    ["is forced off", repeat(30, 9000), { mode: "off" }, [[0, false, "forced"]]]
  ] as const)("%s", (_, measured, config, expected) => {
    assert.deepStrictEqual(story(measured, config), expected as never)
  })

  const Delay = Schema.NullOr(Schema.Literals([0, 400, 500, 501, 1999, 2000, 2001, 9000]))
  const Story = Schema.Array(Schema.Struct({ lagMs: Delay, dwellMs: Delay }))

  it.effect.prop("low bandwidth changes only after an unbroken run of its condition", [Story], ([measured]) =>
    Effect.sync(() => {
      const { enter_lag_ms, exit_lag_ms } = lowBandwidthDefaults
      const quick = { enter_after_s: 2, exit_after_s: 3 }
      for (const [second, low] of story(measured, quick)) {
        const run = measured.slice(second - (low ? 2 : 3), second + 1)
        assert.lengthOf(run, low ? 3 : 4)
        for (const { lagMs, dwellMs } of run) {
          const worst = Math.max(lagMs ?? 0, dwellMs ?? 0)
          assert.isTrue(low ? worst > enter_lag_ms : worst <= exit_lag_ms)
        }
      }
    })
  )
})
