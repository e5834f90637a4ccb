import { assert, describe, it } from "@effect/vitest"
import { halfUp, netOfGross, share, totals } from "@fleet/server/billing/rules/money"
import type { Item } from "@fleet/server/billing/rules/prices"
import { linesOf, netOf, noAddons, unitPrice } from "@fleet/server/billing/rules/prices"

describe("money", () => {
  it("a half is rounded up, and nothing else is", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => halfUp(n, 4)),
      [0, 0, 1, 1, 1, 1, 2, 2]
    )
    assert.deepStrictEqual(
      [-1, -2, -3, -4, -5, -6].map((n) => halfUp(n, 4)),
      [0, 0, -1, -1, -1, -1]
    )
  })

  it("a product that no number holds exactly is exact", () => {
    assert.strictEqual(share(9_007_199_254_740_991, 365, 365), 9_007_199_254_740_991)
    assert.strictEqual(share(9_007_199_254_740_991, 19, 100), 1_711_367_858_400_788)
  })

  it("VAT is taken once", () => {
    assert.deepStrictEqual(
      [0, 1, 33, 49, 50, 23_583, 7500, 536, 7241, 2468, 75_871].map((net) => totals(net, 19).vat_cents),
      [0, 0, 6, 9, 10, 4481, 1425, 102, 1376, 469, 14_415]
    )
    assert.deepStrictEqual(totals(2900, 19), { net_cents: 2900, vat_cents: 551, gross_cents: 3451 })
    assert.deepStrictEqual(totals(2900, 0), { net_cents: 2900, vat_cents: 0, gross_cents: 2900 })
  })

  it("what is given back is net and VAT of the gross amount", () => {
    assert.deepStrictEqual(netOfGross(3451, 19), { net_cents: 2900, vat_cents: 551, gross_cents: 3451 })
    assert.deepStrictEqual(netOfGross(1000, 19), { net_cents: 840, vat_cents: 160, gross_cents: 1000 })
    assert.deepStrictEqual(netOfGross(1000, 0), { net_cents: 1000, vat_cents: 0, gross_cents: 1000 })
  })
})

describe("prices", () => {
  // By hand: a year is month × 10.2; a dollar price is 1.15 of the euro price, raised to whole dollars.
  const table: Readonly<Record<Item, readonly [number, number, number, number]>> = {
    plus: [2900, 29_580, 3400, 34_100],
    pro: [14_900, 151_980, 17_200, 174_800],
    seats: [900, 9180, 1100, 10_600],
    robots: [1900, 19_380, 2200, 22_300],
    apps: [900, 9180, 1100, 10_600],
    app_user_packs: [1000, 10_200, 1200, 11_800],
    live_video_packs: [900, 9180, 1100, 10_600]
  }

  it("are those of the table, by month and year, in euro and dollars", () => {
    for (const [item, prices] of Object.entries(table)) {
      const of = (cycle: "monthly" | "yearly", currency: "eur" | "usd") => unitPrice(item as Item, cycle, currency)
      assert.deepStrictEqual(
        [of("monthly", "eur"), of("yearly", "eur"), of("monthly", "usd"), of("yearly", "usd")],
        [...prices],
        item
      )
    }
  })

  it("lines are the plan and each add-on that there is, and add up", () => {
    const bought = {
      plan: "pro",
      cycle: "monthly",
      addons: { ...noAddons, robots: 3, live_video_packs: 1000 }
    } as const
    assert.deepStrictEqual(linesOf(bought, "eur"), [
      { item: "pro", quantity: 1, unit_cents: 14_900, net_cents: 14_900 },
      { item: "robots", quantity: 3, unit_cents: 1900, net_cents: 5700 },
      { item: "live_video_packs", quantity: 1000, unit_cents: 900, net_cents: 900_000 }
    ])
    assert.strictEqual(netOf(bought, "eur"), 920_600)
  })
})
