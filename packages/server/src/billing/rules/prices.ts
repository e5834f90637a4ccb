import type { Currency, Cycle } from "@fleet/domain/Billing"
import type { Addon } from "@fleet/domain/Plans"
import { share, sum } from "./money.ts"
import type { OrderLine, Package } from "./Order.ts"

export type Item = Package["plan"] | Addon

/** EUR cents a month, net. */
export const monthly: Readonly<Record<Item, number>> = {
  plus: 2900,
  pro: 14_900,
  seats: 900,
  robots: 1900,
  apps: 900,
  app_user_packs: 1000,
  live_video_packs: 900
}

export const addonNames = ["seats", "robots", "apps", "app_user_packs", "live_video_packs"] as const

export const noAddons: Package["addons"] = { seats: 0, robots: 0, apps: 0, app_user_packs: 0, live_video_packs: 0 }

/** USD cents for EUR cents: 15 % more, raised to whole dollars. */
const inUsd = (eur: number): number => Number((BigInt(eur) * 115n + 9999n) / 10_000n) * 100

/** The net price of one for a period, in cents. A year is 15 % less than 12 months. */
export const unitPrice = (item: Item, cycle: Cycle, currency: Currency): number => {
  const eur = cycle === "monthly" ? monthly[item] : share(monthly[item], 12 * 85, 100)
  return currency === "eur" ? eur : inUsd(eur)
}

/** The lines of a whole period: the plan, and each add-on of which there is one. */
export const linesOf = ({ addons, cycle, plan }: Package, currency: Currency): ReadonlyArray<OrderLine> => {
  const line = (item: Item, quantity: number): OrderLine => {
    const unit_cents = unitPrice(item, cycle, currency)
    return { item, quantity, unit_cents, net_cents: unit_cents * quantity }
  }
  return [line(plan, 1), ...addonNames.filter((name) => addons[name] > 0).map((name) => line(name, addons[name]))]
}

/** The net price of a period, in cents. */
export const netOf = (bought: Package, currency: Currency): number =>
  sum(linesOf(bought, currency).map(({ net_cents }) => net_cents))
