import type { NextCharge } from "@fleet/domain/Billing"
import type { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type Account, AccountStore } from "./AccountStore.ts"
import { BillingMails } from "./BillingMails.ts"
import { BillingTime } from "./BillingTime.ts"
import { dayOf, momentOf, periodOf, plusDays } from "../rules/calendar.ts"
import { Debts } from "./Debts.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import type { Order, Package, Taxed } from "../rules/Order.ts"
import { totals } from "../rules/money.ts"
import { netOf, noAddons } from "../rules/prices.ts"
import { BillingPlans } from "./BillingPlans.ts"

/** Within which renewals are spread, so that not all are made at midnight. */
const spreadMs = 45 * 60_000

const spread = (orgId: string) => Number((BigInt(`0x${orgId.slice(0, 8)}`) * BigInt(spreadMs)) >> 32n)

/** What each period is from the next one on; null where the plan ends with this one. */
export const upcoming = (account: Account, pendingPlan: string | null): Package | null => {
  const plan = pendingPlan ?? account.plan
  if (account.status !== "active" || (plan !== "plus" && plan !== "pro")) return null
  const addons = plan === "plus" ? noAddons : (account.scheduled?.addons ?? account.addons)
  return { plan, cycle: account.scheduled?.cycle ?? account.cycle, addons }
}

export const taxedOf = ({ currency, rate_percent, treatment }: Account): Taxed => ({
  currency,
  rate_percent,
  treatment
})

/** When the period of an account ends, and its renewal is made. */
export const renewalAt = (account: Account): number | null =>
  account.period_end === null || account.status !== "active"
    ? null
    : DateTime.toEpochMillis(momentOf(account.period_end)) + spread(account.org_id)

/** Days before a renewal on which the VAT ID is asked about again. */
const vatDays = [7, 3, 1]

/** When VIES is asked next: at once for one that it has not answered yet, else before the next renewal. */
const nextVatCheck = (account: Account, now: number): Date | null => {
  if (account.vat_id_status === null || account.status === "canceled") return null
  if (account.vat_id_status === "unverified") return account.vat_check_at ?? new Date(now)
  if (account.period_end === null) return null
  const times = vatDays.map((days) => DateTime.toEpochMillis(momentOf(plusDays(account.period_end!, -days))))
  const next = times.find((time) => time > now)
  return next === undefined ? null : new Date(next)
}

/** Begins periods and keeps what follows from them: the organisation's plan, and when there is something to do next. */
export class Periods extends Context.Service<
  Periods,
  {
    readonly begin: (account: Account, paidAt: Date) => Account
    /** The account after a change that was paid for. A year that it begins is anchored on that day. */
    readonly change: (account: Account, order: Order) => Account
    /**
     * The account with what of a change waits for the end of its period: the plan is written with the organisation's, the
     * rest stands with the account. A lower plan that was chosen meanwhile stays.
     */
    readonly schedule: (account: Account, later: Package | null, chosenBy: DeveloperId) => Effect.Effect<Account>
    readonly showPlan: (account: Account) => Effect.Effect<void>
    /** Whether the organisation has no plan that it could have bought. */
    readonly mayBegin: (orgId: OrgId) => Effect.Effect<boolean>
    /** To be called after what is owed has changed: ends a lock where nothing is, and sets when to look again. */
    readonly refresh: (orgId: OrgId) => Effect.Effect<void>
    readonly nextCharge: (account: Account) => Effect.Effect<NextCharge | null>
  }
>()("@fleet/server/billing/Periods") {
  static readonly layer = Layer.effect(
    Periods,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const debts = yield* Debts
      const invoices = yield* InvoiceStore
      const mails = yield* BillingMails
      const plans = yield* BillingPlans
      const time = yield* BillingTime

      const spanned = (account: Account, anchor: string, index: number): Account => {
        const { end, start } = periodOf(anchor, account.cycle, index)
        return { ...account, anchor, period_index: index, period_start: start, period_end: end }
      }

      const refresh = Effect.fn("Periods.refresh")(function* (orgId: OrgId) {
        const found = yield* accounts.find(orgId)
        if (Option.isNone(found)) return
        const account = found.value
        const debt = yield* debts.oldest(account)
        const locked = yield* plans.isLocked(orgId)
        if (locked && account.status === "active" && debt === null && (yield* invoices.open(orgId)).length === 0) {
          yield* plans.setLocked(orgId, false)
          yield* mails.post(orgId, "unlocked", null)
        }
        const times = [renewalAt(account), debt === null || locked ? null : debt.step.nextAt].filter(
          (time) => time !== null
        )
        const due_at = times.length === 0 ? null : new Date(Math.min(...times))
        const now = DateTime.toEpochMillis(yield* time)
        yield* accounts.save({ ...account, due_at, vat_check_at: nextVatCheck(account, now) })
      })

      return Periods.of({
        begin: (account, paidAt) => {
          const started = spanned({ ...account, scheduled: null }, dayOf(DateTime.makeUnsafe(paidAt)), 0)
          return { ...started, due_at: new Date(renewalAt(started)!) }
        },
        change: (account, { addons, cycle, period, plan }) => {
          const changed = { ...account, plan, addons }
          if (cycle === account.cycle) return changed
          const started = spanned({ ...changed, cycle, scheduled: null }, period!.start, 0)
          return { ...started, due_at: new Date(renewalAt(started)!) }
        },
        schedule: Effect.fn("Periods.schedule")(function* (account, later, chosenBy) {
          if (later === null) return { ...account, scheduled: null }
          const lower = later.plan === "plus" && account.plan === "pro"
          if (lower && (yield* plans.pending(account.org_id)) === null) {
            yield* plans.choose(account.org_id, {
              target: "plus",
              reason: "downgrade",
              effectiveAt: momentOf(account.period_end!),
              chosenBy
            })
          }
          const cycle = later.cycle === account.cycle ? null : later.cycle
          const addons = lower ? null : later.addons
          return { ...account, scheduled: cycle === null && addons === null ? null : { cycle, addons } }
        }),
        showPlan: ({ addons, currency, org_id, period_end, plan }) =>
          plans.put(org_id, {
            plan,
            addons,
            currency,
            periodEndsAt: period_end === null ? null : momentOf(period_end)
          }),
        mayBegin: (orgId) => Effect.map(plans.planOf(orgId), (plan) => plan === "basic"),
        refresh,
        nextCharge: Effect.fn("Periods.nextCharge")(function* (account) {
          const next = upcoming(account, yield* plans.pending(account.org_id))
          if (next === null || account.period_end === null) return null
          const taxed = taxedOf(account)
          return { at: momentOf(account.period_end), ...totals(netOf(next, taxed.currency), taxed.rate_percent) }
        })
      })
    })
  )
}
