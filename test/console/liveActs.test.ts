import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isRecordedIn, keepHistory } from "../../packages/console/src/features/config/fixes/keepHistory.ts"
import { applyEdits } from "../../packages/console/src/features/config/text/edits.ts"
import { read } from "../../packages/console/src/features/config/text/read.ts"
import {
  rangeOf,
  shifted,
  spanMs,
  spans,
  stepsFor,
  usualStep
} from "../../packages/console/src/features/live/history/historyRange.ts"
import { chartOf, rowsOfHistory } from "../../packages/console/src/features/live/history/historyRows.ts"
import { pinnedFirst } from "../../packages/console/src/robot/pins.ts"
import {
  csvOfRows,
  rowsOfScan,
  rowsOfSeries,
  rowsOfStates
} from "../../packages/console/src/features/live/table/rows.ts"
import { csvOf } from "../../packages/console/src/format/csv.ts"
import { Series } from "../../packages/console/src/live/Series.ts"
import { States } from "../../packages/console/src/live/states.ts"
import { failsafeOf } from "../../packages/console/src/robot/failsafe.ts"

const hour = 3_600_000

describe("files of values", () => {
  it("keep what a spreadsheet would run as text, and numbers as numbers", () => {
    const text = csvOf(
      ["time", "=1+1"],
      [
        [-1.5, "-2e3"],
        ['=HYPERLINK("http://x")', "+cmd"],
        ["@SUM(A1)", "-2+3"],
        ["a,b", 'say "hi"'],
        [null, true],
        ["\t=1", "two\nlines"]
      ]
    )
    assert.deepStrictEqual(text.split("\r\n"), [
      "time,'=1+1",
      "-1.5,-2e3",
      `"'=HYPERLINK(""http://x"")",'+cmd`,
      "'@SUM(A1),'-2+3",
      '"a,b","say ""hi"""',
      ",true",
      '\'\t=1,"two\nlines"',
      ""
    ])
  })

  it.prop("have as many rows as the table, whatever is in it", [Schema.Array(Schema.String)], ([texts]) => {
    const rows = csvOf(
      ["value"],
      texts.map((text) => [text])
    )
    // Line breaks of a cell stand in quotes.
    const outside = rows.replaceAll(/"(?:[^"]|"")*"/g, "x")
    assert.lengthOf(outside.split("\r\n"), texts.length + 2)
    assert.isFalse(outside.split("\r\n").some((line) => /^[=@\t]/.test(line)))
  })

  it("hold exact values with their times: numbers, integers of 64 bits, states and beams", () => {
    const series = new Series(10)
    series.push(1000, 0.1 + 0.2)
    series.push(2000, Number.NaN)
    series.push(3000, 9007199254740991)
    assert.strictEqual(
      csvOfRows(rowsOfSeries(series, 500, 3000, "x")),
      "time,x\r\n1970-01-01T00:00:01.000Z,0.30000000000000004\r\n1970-01-01T00:00:02.000Z,\r\n1970-01-01T00:00:03.000Z,9007199254740991\r\n"
    )
    const states = new States()
    states.push(0, "On", true)
    states.push(1000, "9223372036854775807", "9223372036854775807")
    states.push(2000, "cut…", "y".repeat(5000))
    // The state that held when the window began belongs to it.
    assert.deepStrictEqual(rowsOfStates(states, 1500, "x").rows, [
      [1000, "9223372036854775807"],
      [2000, "cut…"]
    ])
    assert.deepStrictEqual(rowsOfStates(states, 0, "x").rows[0], [0, true])
    const scan = rowsOfScan({ angleMin: -Math.PI / 2, angleStep: Math.PI / 2, rangeMax: 5, ranges: [1.25, null] })
    assert.deepStrictEqual(scan.rows, [
      [-90, 1.25],
      [0, null]
    ])
  })
})

describe("a window of a history", () => {
  it("is what the address says, and the last day where that says nothing good", () => {
    const now = Date.parse("2026-01-10T12:00:00Z")
    assert.deepStrictEqual(rangeOf("now-6h", undefined, now), { fromMs: now - 6 * hour, toMs: now, span: "6h" })
    for (const from of [undefined, "nonsense", "now", "2027-01-01T00:00:00Z", "now-99999999d"])
      assert.deepStrictEqual(rangeOf(from, undefined, now), { fromMs: now - 24 * hour, toMs: now, span: "24h" })
    const fixed = rangeOf("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", now)
    assert.strictEqual(fixed.span, null)
    const before = shifted(fixed, -1, now)
    assert.deepStrictEqual(before, { from: "2025-12-31T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" })
    // Nothing is after now.
    assert.strictEqual(shifted(rangeOf("now-24h", undefined, now), 1, now).to, new Date(now).toISOString())
  })

  it("is never gathered in more windows than the service gives", () => {
    for (const span of spans) {
      const range = { fromMs: 0, toMs: spanMs[span], span }
      const offered = stepsFor(range)
      assert.include(offered, usualStep(range))
      assert.include(offered, "all")
      const minutes = { "1m": 1, "10m": 10, "1h": 60, "1d": 1440 }
      for (const step of offered) if (step !== "all") assert.isAtMost(spanMs[span] / (minutes[step] * 60_000), 2000)
    }
  })

  it("draws gaps where nothing was, and keeps 64-bit integers in its table", () => {
    const points = [
      { at: new Date(0), value: -4, count: 3 },
      { at: new Date(1), value: null, count: 0 },
      { at: new Date(2), value: 6, count: 1 }
    ]
    const { line, scale } = chartOf(points)
    assert.deepStrictEqual(
      line.map(({ value }) => value),
      [-4, null, 6]
    )
    assert.isBelow(scale[0], -4)
    assert.isAbove(scale[1], 6)
    const exact = rowsOfHistory([{ at: new Date(0), value: "-9223372036854775808", count: 1 }], "x", false)
    assert.deepStrictEqual(exact.rows, [[0, "-9223372036854775808"]])
    assert.include(csvOfRows(exact), ",-9223372036854775808\r\n")
  })
})

describe("acts of a card", () => {
  it("put pinned cards first in the order of the pins, and leave the others as they are", () => {
    const cards = ["a", "b", "c", "d"].map((slug) => ({ slug }))
    const order = pinnedFirst(cards, ["d", "gone", "b"]).map(({ slug }) => slug)
    assert.deepStrictEqual(order, ["d", "b", "a", "c"])
    assert.strictEqual(pinnedFirst(cards, []), cards)
  })

  it("record a datapoint by one change of the text, however the text is written", () => {
    const texts = [
      "platform: 1\ndatapoints:\n  x:\n    topic: /x # here\n    type: a/msg/X\n",
      "platform: 1\ndatapoints:\n  x: {topic: /x, type: a/msg/X}\n",
      "platform: 1\ndatapoints:\n  x:\n    topic: /x\n    type: a/msg/X\n    retention:\n      enabled: false\n",
      "platform: 1\ndatapoints:\n  x:\n    topic: /x\n    type: a/msg/X\n    retention: {interval_seconds: 5}\n"
    ]
    for (const text of texts) {
      assert.isFalse(isRecordedIn(read(text).root, "x"))
      const next = applyEdits(text, keepHistory(text, read(text).root, "x"))
      assert.isTrue(isRecordedIn(read(next).root, "x"), next)
      assert.include(next, "type: a/msg/X")
    }
    assert.isUndefined(isRecordedIn(read(texts[0]!).root, "y"))
    assert.isEmpty(keepHistory(texts[0]!, read(texts[0]!).root, "y"))
  })

  it("name the failsafe that acts last", () => {
    const exposures = [500, null, 200].map((failsafe_timeout_ms) => ({ failsafe_timeout_ms }))
    assert.strictEqual(failsafeOf(exposures), 500)
    assert.isUndefined(failsafeOf([]))
    assert.isUndefined(failsafeOf(undefined))
  })
})
