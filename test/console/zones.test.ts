import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { setZone } from "../../packages/console/src/format/times.ts"
import { momentOfWall, startOfDay } from "../../packages/console/src/format/zones.ts"
import { parseMoment } from "../../packages/console/src/query/time.ts"

const hour = 3_600_000
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia"
] as const
const zone = Schema.Literals(zones)
/** Whole milliseconds from 2012 on, for thirty years: Samoa's day that never was is before. */
const moment = Schema.Int.check(Schema.isBetween({ minimum: Date.UTC(2012, 1, 1), maximum: Date.UTC(2042, 0, 1) }))

const dateIn = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat("en", { timeZone, dateStyle: "full" }).format(ms)

describe("days and clocks of a time zone", () => {
  it.prop("the start of a day is of that day, and the moment before it is not", [moment, zone], ([ms, timeZone]) => {
    const start = startOfDay(ms, timeZone)
    assert.isAtMost(start, ms)
    assert.isBelow(ms - start, 25 * hour)
    assert.strictEqual(dateIn(start, timeZone), dateIn(ms, timeZone))
    assert.notStrictEqual(dateIn(start - 1, timeZone), dateIn(ms, timeZone))
  })

  it("finds a time that comes once, the first of two, and what follows one that is left out", () => {
    const berlin = (wall: string) => new Date(momentOfWall(Date.parse(`${wall}Z`), "Europe/Berlin")).toISOString()
    assert.strictEqual(berlin("2026-07-01T12:00:00.250"), "2026-07-01T10:00:00.250Z")
    assert.strictEqual(berlin("2026-10-25T02:30:00"), "2026-10-25T00:30:00.000Z")
    assert.strictEqual(berlin("2026-03-29T02:30:00"), "2026-03-29T01:30:00.000Z")
    // There midnight was left out: the day began at one.
    const saoPaulo = startOfDay(Date.parse("2018-11-04T15:00:00Z"), "America/Sao_Paulo")
    assert.strictEqual(new Date(saoPaulo).toISOString(), "2018-11-04T03:00:00.000Z")
  })

  it("reads a date in a filter in the zone that times are shown in", () => {
    try {
      setZone("Asia/Tokyo")
      assert.strictEqual(parseMoment("2026-11-28", 0), Date.parse("2026-11-27T15:00:00Z"))
      assert.strictEqual(parseMoment("2026-11-28T10:00", 0), Date.parse("2026-11-28T01:00:00Z"))
      assert.strictEqual(parseMoment("2026-11-28T10:00Z", 0), Date.parse("2026-11-28T10:00:00Z"))
      assert.strictEqual(parseMoment("2026-11-28T10:00+01:00", 0), Date.parse("2026-11-28T09:00:00Z"))
    } finally {
      setZone(undefined)
    }
  })
})
