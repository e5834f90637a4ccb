import { assert, describe, it } from "@effect/vitest"
import * as Calendar from "@fleet/server/billing/rules/calendar"
import { DateTime } from "effect"

const { dayOf, daysBetween, daysLeft, momentOf, periodOf, plusDays, plusMonths, yearOf } = Calendar
const iso = (day: string, hour?: number) => DateTime.formatIso(momentOf(day, hour))
const at = (text: string) => DateTime.makeUnsafe(text)

const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

describe("days in Berlin", () => {
  it("begin at midnight there, in summer and in winter", () => {
    assert.strictEqual(iso("2026-01-31"), "2026-01-30T23:00:00.000Z")
    assert.strictEqual(iso("2026-03-29"), "2026-03-28T23:00:00.000Z")
    assert.strictEqual(iso("2026-03-30"), "2026-03-29T22:00:00.000Z")
    assert.strictEqual(iso("2026-10-25"), "2026-10-24T22:00:00.000Z")
    assert.strictEqual(iso("2026-10-26"), "2026-10-25T23:00:00.000Z")
    assert.strictEqual(iso("2026-03-29", 9), "2026-03-29T07:00:00.000Z")
    assert.strictEqual(iso("2026-10-25", 9), "2026-10-25T08:00:00.000Z")
  })

  it("a moment has the day and the year it has in Berlin", () => {
    assert.strictEqual(dayOf(at("2026-12-31T22:59:59.999Z")), "2026-12-31")
    assert.strictEqual(dayOf(at("2026-12-31T23:00:00Z")), "2027-01-01")
    assert.strictEqual(yearOf(at("2026-12-31T22:59:59.999Z")), 2026)
    assert.strictEqual(yearOf(at("2026-12-31T23:30:00Z")), 2027)
  })

  it("are counted over both changes of clocks and over a leap day", () => {
    assert.strictEqual(daysBetween("2026-03-15", "2026-04-15"), 31)
    assert.strictEqual(daysBetween("2026-10-15", "2026-11-15"), 31)
    assert.strictEqual(daysBetween("2028-02-28", "2028-03-01"), 2)
    assert.strictEqual(daysBetween("2026-03-30", "2026-03-28"), -2)
    assert.strictEqual(plusDays("2026-03-28", 2), "2026-03-30")
    assert.strictEqual(plusDays("2026-12-31", 1), "2027-01-01")
  })

  it("the day itself is left, the end is not, and no day outside counts", () => {
    const period = { start: "2026-01-31", end: "2026-02-28" }
    const left = (today: string) => daysLeft(period, today)
    assert.deepStrictEqual(left("2026-01-31"), { remaining: 28, total: 28 })
    assert.deepStrictEqual(left("2026-02-14"), { remaining: 14, total: 28 })
    assert.deepStrictEqual(left("2026-02-27"), { remaining: 1, total: 28 })
    assert.deepStrictEqual(left("2026-02-28"), { remaining: 0, total: 28 })
    assert.deepStrictEqual(left("2026-03-05"), { remaining: 0, total: 28 })
    assert.deepStrictEqual(left("2026-01-01"), { remaining: 28, total: 28 })
  })
})

describe("periods", () => {
  it("of the 31st end on each month's last day, and find back to the 31st", () => {
    const ends = Array.from({ length: 6 }, (_, index) => periodOf("2026-01-31", "monthly", index).end)
    assert.deepStrictEqual(ends, ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31"])
  })

  it("of 29 February are on the 28th but in leap years", () => {
    const ends = Array.from({ length: 4 }, (_, index) => periodOf("2028-02-29", "yearly", index).end)
    assert.deepStrictEqual(ends, ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"])
  })

  it("of every day of four years follow each other without a gap for ten years", () => {
    for (let day = "2025-01-01"; day < "2029-01-01"; day = plusDays(day, 1)) {
      const [year, month, date] = day.split("-").map(Number)
      for (let index = 0; index < 120; index += 1) {
        const months = month! - 1 + index + 1
        const reached = { year: year! + Math.trunc(months / 12), month: (months % 12) + 1 }
        const period = periodOf(day, "monthly", index)
        const expected = Math.min(date!, lastOf(reached.year, reached.month))
        const written = `${reached.year}-${String(reached.month).padStart(2, "0")}-${String(expected).padStart(2, "0")}`
        if (period.end !== written) assert.strictEqual(period.end, written, `${day}, ${index}`)
        if (index % 12 === 0 && periodOf(day, "monthly", index + 1).start !== period.end) assert.fail(`gap at ${day}`)
      }
      assert.strictEqual(plusMonths(day, 24), periodOf(day, "yearly", 1).end)
    }
  })

  it("are as long in hours as the clocks make them", () => {
    const hours = (day: string) =>
      (DateTime.toEpochMillis(momentOf(plusDays(day, 1))) - DateTime.toEpochMillis(momentOf(day))) / 3_600_000
    assert.deepStrictEqual(["2026-03-28", "2026-03-29", "2026-10-25", "2026-10-26"].map(hours), [24, 23, 25, 24])
  })
})
