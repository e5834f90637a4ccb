import { assert, describe, it } from "@effect/vitest"
import { daysOfZone, zoneOf } from "@fleet/server/robots/history/daysOfZone"
import { Schema } from "effect"

const hourMs = 3_600_000
const at = Date.parse

/** Hours of each day of the range. */
const hours = (zone: string, from: string, to: string) => {
  const starts = daysOfZone(at(from), at(to), zoneOf(zone)!, 100)!
  return [...starts, at(to)].slice(1).map((start, index) => (start - starts[index]!) / hourMs)
}

/** The date that a moment has in a zone, from Intl alone. */
const dateIn = (zone: string, ms: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(ms)

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "America/Havana"
]

describe("days of a time zone", () => {
  it("a day has 23 hours where clocks go forward, 25 where they go back", () => {
    assert.deepStrictEqual(hours("Europe/Berlin", "2026-03-27T23:00:00Z", "2026-03-30T22:00:00Z"), [24, 23, 24])
    assert.deepStrictEqual(hours("Europe/Berlin", "2026-10-23T22:00:00Z", "2026-10-26T23:00:00Z"), [24, 25, 24])
    assert.deepStrictEqual(hours("America/New_York", "2026-03-07T05:00:00Z", "2026-03-10T04:00:00Z"), [24, 23, 24])
    assert.deepStrictEqual(hours("America/New_York", "2026-10-31T04:00:00Z", "2026-11-03T05:00:00Z"), [24, 25, 24])
  })

  it("a day without midnight begins where the gap ends, and a skipped date has no day", () => {
    const start = daysOfZone(at("2018-11-04T12:00:00Z"), at("2018-11-04T13:00:00Z"), zoneOf("America/Sao_Paulo")!, 1)
    assert.deepStrictEqual(start, [at("2018-11-04T03:00:00Z")])
    const apia = daysOfZone(at("2011-12-29T10:00:00Z"), at("2012-01-01T09:00:00Z"), zoneOf("Pacific/Apia")!, 10)!
    assert.deepStrictEqual(
      apia.map((ms) => dateIn("Pacific/Apia", ms)),
      ["2011-12-29", "2011-12-31", "2012-01-01"]
    )
  })

  it("UTC has no zone of its own, whose days are multiples of 24 hours", () => {
    assert.isNull(zoneOf("UTC"))
  })

  it("the first day begins at or before the range, and the bound is exact", () => {
    const zone = zoneOf("Europe/Berlin")!
    const midnight = at("2026-01-10T23:00:00Z")
    assert.deepStrictEqual(daysOfZone(midnight, midnight + 1, zone, 1), [midnight])
    assert.deepStrictEqual(daysOfZone(midnight - 1, midnight, zone, 1), [midnight - 24 * hourMs])
    assert.isNull(daysOfZone(midnight - 1, midnight + 1, zone, 1))
    assert.lengthOf(daysOfZone(midnight, midnight + 2000 * 24 * hourMs - 6 * hourMs, zone, 2000)!, 2000)
    assert.isNull(daysOfZone(0, 4e15, zone, 2000))
  })

  it.prop(
    "each moment of a range belongs to the day that has its date, and to no other",
    {
      zone: Schema.Literals(zones as [string, ...Array<string>]),
      fromMs: Schema.Int.check(Schema.isBetween({ minimum: at("2005-01-01"), maximum: at("2035-01-01") })),
      spanMs: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 * 24 * hourMs }))
    },
    ({ fromMs, spanMs, zone }) => {
      const toMs = fromMs + spanMs
      const starts = daysOfZone(fromMs, toMs, zoneOf(zone)!, 100)!
      assert.isAtMost(starts[0]!, fromMs)
      assert.isBelow(starts.at(-1)!, toMs)
      for (const [index, start] of starts.entries()) {
        const end = starts[index + 1] ?? toMs
        assert.isAbove(end, start)
        assert.strictEqual(dateIn(zone, end - 1), dateIn(zone, start))
        if (index > 0) assert.notStrictEqual(dateIn(zone, start - 1), dateIn(zone, start))
      }
    },
    { arbitrary: { runs: 200 } }
  )
})
