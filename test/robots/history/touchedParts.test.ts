import { assert, describe, it } from "@effect/vitest"
import { batchesOf, type Header, touchedParts } from "@fleet/server/robots/history/touchedDays"

const hourMs = 3_600_000

const aBlock = (fromMs: number, toMs: number, n: number, chars = n): Header => ({
  day: 0,
  from_ts: fromMs,
  to_ts: toMs,
  n,
  chars
})
const aDay = (...times: ReadonlyArray<number>) => ({
  seriesId: 1,
  dropDay: 91,
  samples: times.map((timestampMs) => ({ timestampMs, json: "1" }))
})
const touched = (times: ReadonlyArray<number>, blocks: ReadonlyArray<Header>) =>
  touchedParts(aDay(...times), blocks).flatMap(({ touched }) => touched.map(({ from_ts }) => from_ts))

describe("the blocks that late samples are put into", () => {
  it("are those that hold their times, and those next to them that have room", () => {
    const full = [0, 100, 200].map((at) => aBlock(at, at + 90, 3600))
    assert.deepStrictEqual(touched([150], full), [100])
    assert.deepStrictEqual(touched([95], full), [])
    assert.deepStrictEqual(touched([95], [full[0]!, aBlock(100, 190, 3599), full[2]!]), [100])
    // Of the next hour, a block is taken that is small.
    const [small, large] = [aBlock(hourMs, hourMs + 9, 299), aBlock(hourMs, hourMs + 9, 300)]
    assert.deepStrictEqual(touched([95], [full[0]!, small]), [hourMs])
    assert.deepStrictEqual(touched([95], [full[0]!, large]), [])
    assert.deepStrictEqual(touched([hourMs - 1], [small, aBlock(2 * hourMs, 2 * hourMs + 9, 1)]), [hourMs, 2 * hourMs])
    assert.deepStrictEqual(touched([3 * hourMs], [small, aBlock(2 * hourMs, 2 * hourMs + 9, 3600)]), [])
  })

  it("are read in parts that fit into memory, each with its own samples, unless one block alone does not", () => {
    const blocks = Array.from({ length: 100 }, (_, at) => aBlock(at * 100, at * 100 + 90, 1000, 250_000))
    const times = blocks.map(({ from_ts }) => from_ts + 5)
    const parts = touchedParts(aDay(-1, ...times, 10_000), blocks)
    for (const { touched } of parts) assert.isAtMost(touched.length, 8)
    assert.deepStrictEqual(
      parts.flatMap(({ part }) => part.samples.map(({ timestampMs }) => timestampMs)),
      [-1, ...times, 10_000]
    )
    for (const { part, touched } of parts)
      for (const { from_ts } of touched)
        assert.include(
          part.samples.map(({ timestampMs }) => timestampMs),
          from_ts + 5
        )
    for (const batch of batchesOf(parts))
      assert.isAtMost(
        batch.reduce((sum, { touched }) => sum + touched.length, 0),
        8
      )
  })
})
