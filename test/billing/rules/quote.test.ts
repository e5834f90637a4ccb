import { assert, describe, it } from "@effect/vitest"
import { daysBetween, plusDays } from "@fleet/server/billing/rules/calendar"
import type { Package, Taxed } from "@fleet/server/billing/rules/Order"
import { netOf, noAddons } from "@fleet/server/billing/rules/prices"
import * as Quote from "@fleet/server/billing/rules/quote"
import { DateTime } from "effect"
import { randomOf } from "./random.ts"

const { changeOrder, firstOrder, greater, isSame, quoteOf, renewalOrder, upcomingOf } = Quote
const german: Taxed = { currency: "eur", treatment: "domestic", rate_percent: 19 }
const pack = (plan: "plus" | "pro", cycle: "monthly" | "yearly", addons: Partial<Package["addons"]> = {}): Package => ({
  plan,
  cycle,
  addons: { ...noAddons, ...addons }
})
const spent = (now: { net_cents: number; vat_cents: number; gross_cents: number } | null) =>
  now === null ? null : [now.net_cents, now.vat_cents, now.gross_cents]

describe("a change", () => {
  const february = { index: 0, start: "2026-01-31", end: "2026-02-28" }

  // By hand: 149.00 − 29.00 = 120.00 for 28 days.
  it("costs the days that are left, the day itself among them, rounded once", () => {
    const cost = (today: string) =>
      spent(changeOrder(pack("plus", "monthly"), pack("pro", "monthly"), german, february, today).now)
    assert.deepStrictEqual(cost("2026-01-31"), [12_000, 2280, 14_280])
    assert.deepStrictEqual(cost("2026-02-14"), [6000, 1140, 7140])
    assert.deepStrictEqual(cost("2026-02-27"), [429, 82, 511])
    assert.deepStrictEqual(cost("2026-02-28"), [0, 0, 0])
  })

  it("of five seats over the change of clocks, and of a plan in a leap month", () => {
    const march = { index: 0, start: "2026-03-15", end: "2026-04-15" }
    const seats = changeOrder(pack("pro", "monthly"), pack("pro", "monthly", { seats: 5 }), german, march, "2026-03-29")
    assert.deepStrictEqual(spent(seats.now), [2468, 469, 2937])
    const leap = { index: 0, start: "2028-01-31", end: "2028-02-29" }
    const plan = changeOrder(pack("plus", "monthly"), pack("pro", "monthly"), german, leap, "2028-02-15")
    assert.deepStrictEqual(spent(plan.now), [5793, 1101, 6894])
  })

  it("within a year costs the days of the year", () => {
    const year = { index: 0, start: "2026-01-01", end: "2027-01-01" }
    const { now } = changeOrder(pack("plus", "yearly"), pack("pro", "yearly"), german, year, "2026-07-04")
    // 122,400 × 181 / 365 = 60,697.0 (60,696.986)
    assert.deepStrictEqual(spent(now), [60_697, 11_532, 72_229])
  })

  it("of several parts is rounded once, not for each", () => {
    const period = { index: 0, start: "2026-06-01", end: "2026-07-01" }
    const to = pack("pro", "monthly", { seats: 1, apps: 1, robots: 1 })
    // 3,700 × 29 / 30 = 3,576.67; each for itself 870 + 870 + 1,836.67
    const { now } = changeOrder(pack("pro", "monthly"), to, german, period, "2026-06-02")
    assert.deepStrictEqual(spent(now), [3577, 680, 4257])
  })

  it("from months to a year takes off what is unused, and begins a period", () => {
    const period = { index: 2, start: "2026-03-15", end: "2026-04-15" }
    const { later, now } = changeOrder(pack("plus", "monthly"), pack("plus", "yearly"), german, period, "2026-03-25")
    // 2,900 × 21 / 31 = 1,964.5 → 1,965 (1,964.516)
    assert.strictEqual(later, null)
    assert.deepStrictEqual(now!.lines, [
      { item: "plus", quantity: 1, unit_cents: 29_580, net_cents: 29_580 },
      { item: "unused_share", quantity: 1, unit_cents: 1965, net_cents: -1965 }
    ])
    assert.deepStrictEqual(spent(now), [27_615, 5247, 32_862])
    assert.deepStrictEqual(now!.period, { index: 0, start: "2026-03-25", end: "2027-03-25" })
  })

  it("from months to a year with any reduction waits whole", () => {
    const to = pack("pro", "yearly", { seats: 1, robots: 4 })
    const change = changeOrder(pack("pro", "monthly", { seats: 2 }), to, german, february, "2026-02-14")
    assert.deepStrictEqual(change, { now: null, later: to })
  })

  it("from a year to months waits, and what is more of it does not", () => {
    const year = { index: 0, start: "2026-01-01", end: "2027-01-01" }
    const to = pack("pro", "monthly", { seats: 1 })
    const { later, now } = changeOrder(pack("plus", "yearly"), to, german, year, "2026-07-04")
    assert.deepStrictEqual(later, to)
    assert.deepStrictEqual(
      { plan: now!.plan, cycle: now!.cycle, seats: now!.addons.seats },
      { plan: "pro", cycle: "yearly", seats: 1 }
    )
  })

  it("of more and less takes the more at once, the less later", () => {
    const from = pack("pro", "monthly", { seats: 3 })
    const to = pack("pro", "monthly", { seats: 1, robots: 2 })
    const { later, now } = changeOrder(from, to, german, february, "2026-02-14")
    assert.deepStrictEqual(now!.addons, { ...noAddons, seats: 3, robots: 2 })
    assert.deepStrictEqual(spent(now), [1900, 361, 2261])
    assert.deepStrictEqual(later, to)
  })

  it("to what stands is none", () => {
    const same = pack("pro", "monthly", { seats: 3 })
    assert.deepStrictEqual(changeOrder(same, same, german, february, "2026-02-14"), { now: null, later: null })
  })
})

describe("any change", () => {
  const random = randomOf(29)
  const packs = () =>
    random.below(4) === 0
      ? pack("plus", random.of(["monthly", "yearly"] as const))
      : pack("pro", random.of(["monthly", "yearly"] as const), {
          seats: random.below(4),
          robots: random.below(3),
          apps: random.of([0, 0, 1, 1000]),
          app_user_packs: random.below(2),
          live_video_packs: random.below(2)
        })
  const taxes = (): Taxed => {
    const currency = random.of(["eur", "usd"] as const)
    return currency === "eur" ? german : { currency, treatment: "outside_eu", rate_percent: 0 }
  }

  it("adds up: parts are there now or later, lines make the net, nothing costs less than 0 or more than its full price", () => {
    for (let turn = 0; turn < 3000; turn += 1) {
      const [from, to, taxed] = [packs(), packs(), taxes()]
      const start = plusDays("2026-01-01", random.below(1500))
      const period = {
        index: 0,
        start,
        end: plusDays(start, from.cycle === "monthly" ? 28 + random.below(4) : 365 + random.below(2))
      }
      const today = plusDays(start, random.below(daysBetween(start, period.end)))
      const { later, now } = changeOrder(from, to, taxed, period, today)
      const story = JSON.stringify({ from, to, period, today, later, now })
      const reached = now ?? from
      assert.isTrue(isSame(later ?? { plan: reached.plan, cycle: reached.cycle, addons: reached.addons }, to), story)
      if (now === null) continue
      assert.strictEqual(
        now.lines.reduce((total, line) => total + line.net_cents, 0),
        now.net_cents,
        story
      )
      assert.isAtLeast(now.net_cents, 0, story)
      assert.isAtMost(now.net_cents, netOf(now, taxed.currency), story)
      assert.strictEqual(now.gross_cents, now.net_cents + now.vat_cents, story)
      assert.isTrue(isSame(greater({ ...from, cycle: now.cycle }, now), now), story)
      const quote = quoteOf(now, { ...(later ?? to), ...taxed }, DateTime.makeUnsafe(`${today}T10:00:00Z`), period.end)
      assert.deepStrictEqual(quote.now, {
        net_cents: now.net_cents,
        vat_rate_percent: taxed.rate_percent,
        vat_cents: now.vat_cents,
        gross_cents: now.gross_cents
      })
      const back = changeOrder(
        { plan: now.plan, cycle: now.cycle, addons: now.addons },
        from,
        taxed,
        now.period!,
        today
      )
      assert.isTrue(back.now === null || back.now.net_cents >= 0, story)
    }
  })
})

describe("a renewal", () => {
  const pro = pack("pro", "monthly", { seats: 2 })

  it("is of what stands, with what is pending", () => {
    const none = { plan: null, cycle: null, addons: null }
    assert.deepStrictEqual(upcomingOf(pro, none), pro)
    assert.strictEqual(upcomingOf(pro, { ...none, plan: "basic" }), null)
    assert.deepStrictEqual(upcomingOf(pro, { ...none, plan: "plus", cycle: "yearly" }), pack("plus", "yearly"))
    assert.deepStrictEqual(
      upcomingOf(pro, { ...none, addons: { ...noAddons, seats: 1 } }),
      pack("pro", "monthly", { seats: 1 })
    )
  })

  it("costs the whole of its period, as the first one does", () => {
    const period = { index: 1, start: "2026-02-28", end: "2026-03-31" }
    assert.deepStrictEqual(spent(renewalOrder(pro, german, period)), [16_700, 3173, 19_873])
    assert.deepStrictEqual(spent(firstOrder(pro, german)), [16_700, 3173, 19_873])
    assert.strictEqual(firstOrder(pro, german).period, null)
  })

  it("follows a first quote after a whole period", () => {
    const first = firstOrder(pro, german)
    const quote = quoteOf(first, first, DateTime.makeUnsafe("2026-01-30T23:30:00Z"), null)
    assert.deepStrictEqual(quote.next_charge, {
      at: DateTime.makeUnsafe("2026-02-27T23:00:00Z"),
      net_cents: 16_700,
      vat_cents: 3173,
      gross_cents: 19_873
    })
    assert.deepStrictEqual(
      quote.lines.map(({ description, quantity }) => [description, quantity]),
      [
        ["Pro", 1],
        ["Seats", 2]
      ]
    )
    assert.strictEqual(quote.effective_at, null)
  })
})
