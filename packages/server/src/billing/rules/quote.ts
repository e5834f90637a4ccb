import type { Cycle, Quote } from "@fleet/domain/Billing"
import type { DateTime } from "effect"
import { dayOf, daysLeft, momentOf, periodOf } from "./calendar.ts"
import { share, sum, totals } from "./money.ts"
import type { Day, Order, OrderLine, Package, Period, Taxed } from "./Order.ts"
import { addonNames, linesOf, netOf, noAddons } from "./prices.ts"

const order = (
  kind: Order["kind"],
  { addons, cycle, plan }: Package,
  { currency, rate_percent, treatment }: Taxed,
  lines: ReadonlyArray<OrderLine>,
  period: Period | null
): Order => ({
  kind,
  plan,
  cycle,
  addons,
  currency,
  treatment,
  rate_percent,
  lines,
  ...totals(sum(lines.map(({ net_cents }) => net_cents)), rate_percent),
  period
})

/** A first period. The day on which it is paid decides when that begins. */
export const firstOrder = (bought: Package, taxed: Taxed): Order =>
  order("first", bought, taxed, linesOf(bought, taxed.currency), null)

export const renewalOrder = (bought: Package, taxed: Taxed, period: Period): Order =>
  order("renewal", bought, taxed, linesOf(bought, taxed.currency), period)

const rankOf = { plus: 0, pro: 1 } as const

/** Where plan and each add-on are the greater of the two; the cycle is the first one's. */
export const greater = (left: Package, right: Package): Package => ({
  cycle: left.cycle,
  plan: rankOf[left.plan] >= rankOf[right.plan] ? left.plan : right.plan,
  addons: {
    seats: Math.max(left.addons.seats, right.addons.seats),
    robots: Math.max(left.addons.robots, right.addons.robots),
    apps: Math.max(left.addons.apps, right.addons.apps),
    app_user_packs: Math.max(left.addons.app_user_packs, right.addons.app_user_packs),
    live_video_packs: Math.max(left.addons.live_video_packs, right.addons.live_video_packs)
  }
})

export const isSame = (left: Package, right: Package): boolean =>
  left.plan === right.plan &&
  left.cycle === right.cycle &&
  addonNames.every((name) => left.addons[name] === right.addons[name])

/** What of a change is taken now, and what each period is from the next one on; null where nothing of it is so. */
export interface Change {
  readonly now: Order | null
  readonly later: Package | null
}

/** A year that begins today; what is unused of the month is taken off, as far as there is something to take it off. */
const yearOrder = (current: Package, target: Package, taxed: Taxed, period: Period, today: Day): Order => {
  const { remaining, total } = daysLeft(period, today)
  const lines = linesOf(target, taxed.currency)
  const price = netOf(target, taxed.currency)
  const unused = Math.min(price, share(netOf(current, taxed.currency), remaining, total))
  const credit: OrderLine = { item: "unused_share", quantity: 1, unit_cents: unused, net_cents: -unused }
  return order("change", target, taxed, unused === 0 ? lines : [...lines, credit], periodOf(today, "yearly", 0))
}

/**
 * A change from what stands to a target, made on a day of the period. What is pending does not count: the change takes its
 * place. Dry runs and charges are both made of this.
 */
export const changeOrder = (current: Package, target: Package, taxed: Taxed, period: Period, today: Day): Change => {
  const reached = greater(current, target)
  if (current.cycle === "monthly" && target.cycle === "yearly") {
    return isSame({ ...reached, cycle: "yearly" }, target)
      ? { now: yearOrder(current, target, taxed, period, today), later: null }
      : { now: null, later: target }
  }
  const later = isSame(reached, target) ? null : target
  if (isSame(reached, current)) return { now: null, later }
  const increase = netOf(reached, taxed.currency) - netOf(current, taxed.currency)
  const { remaining, total } = daysLeft(period, today)
  const net = share(increase, remaining, total)
  const line: OrderLine = { item: "change", quantity: 1, unit_cents: net, net_cents: net }
  return { now: order("change", reached, taxed, [line], { ...period, start: today }), later }
}

/** What waits for the end of a period; null where it stays as it is then. */
export interface Pending {
  readonly plan: "basic" | "plus" | null
  readonly cycle: Cycle | null
  readonly addons: Package["addons"] | null
}

/** What the next renewal is of, pending changes applied; null where the plan ends. Plus has no add-ons. */
export const upcomingOf = (current: Package, pending: Pending): Package | null => {
  if (pending.plan === "basic") return null
  const plan = pending.plan ?? current.plan
  return {
    plan,
    cycle: pending.cycle ?? current.cycle,
    addons: plan === "plus" ? noAddons : (pending.addons ?? current.addons)
  }
}

const words: Readonly<Record<OrderLine["item"], string>> = {
  plus: "Plus",
  pro: "Pro",
  seats: "Seats",
  robots: "Robots",
  apps: "Apps",
  app_user_packs: "App user packs",
  live_video_packs: "Live video packs",
  change: "Change, for the rest of the period",
  unused_share: "Unused share of the period"
}

type Taxes = Pick<Order, "currency" | "rate_percent">

/** What is charged now, if anything, and what each period is from the next one on. Without a period's end it begins today. */
export const quoteOf = (
  ordered: Order | null,
  upcoming: Package & Taxes,
  now: DateTime.Utc,
  periodEnd: Day | null,
  effectiveAt: DateTime.Utc | null = null
): Quote => {
  const { currency, rate_percent } = upcoming
  const end = periodEnd ?? periodOf(dayOf(now), upcoming.cycle, 0).end
  return {
    currency,
    now: {
      net_cents: ordered?.net_cents ?? 0,
      vat_rate_percent: rate_percent,
      vat_cents: ordered?.vat_cents ?? 0,
      gross_cents: ordered?.gross_cents ?? 0
    },
    lines: (ordered?.lines ?? []).map(({ item, net_cents, quantity }) => ({
      description: words[item],
      quantity,
      net_cents
    })),
    next_charge: { at: momentOf(end), ...totals(netOf(upcoming, currency), rate_percent) },
    effective_at: effectiveAt
  }
}
