import type { BillingChangeRequest, BillingChangeResponse, Invoice } from "@fleet/domain/Billing"
import type { Developer } from "@fleet/domain/Caller"
import {
  BillingUnavailable,
  type PaymentProviderUnavailable,
  type PlanLimit,
  TargetStateConflict,
  type ValidationError
} from "@fleet/domain/Errors"
import { type DeveloperId, InvoiceId, type OrgId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type Account, AccountStore } from "./AccountStore.ts"
import { type Attempt, AttemptStore } from "./AttemptStore.ts"
import { BillingTime } from "./BillingTime.ts"
import { BillingViews, invoiceOf } from "./BillingViews.ts"
import { ChargeStore } from "./ChargeStore.ts"
import { dayOf, momentOf } from "../rules/calendar.ts"
import { Debts } from "./Debts.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { isEnded } from "./mergePayment.ts"
import type { Order, Package } from "../rules/Order.ts"
import { noAddons } from "../rules/prices.ts"
import { type Change, changeOrder, isSame, quoteOf } from "../rules/quote.ts"
import { BillingPlans } from "./BillingPlans.ts"
import { PaymentProvider } from "./PaymentProvider.ts"
import { Payments, unavailable } from "./Payments.ts"
import { Periods, taxedOf } from "./Periods.ts"

const refuse = (field: string, rule: string) => Effect.fail(new TargetStateConflict({ details: { field, rule } }))

/** How long an answer waits for what became of a charge. */
const waitMs = 10_000

type Refusals = BillingUnavailable | PaymentProviderUnavailable | PlanLimit | TargetStateConflict | ValidationError

const asPackage = ({ addons, cycle, plan }: Account): Package => ({
  plan: plan === "plus" ? "plus" : "pro",
  cycle,
  addons
})

const isSameLater = (left: Package | null, right: Package | null): boolean =>
  left === null || right === null ? left === right : isSame(left, right)

/** The target of a request, every part of it. */
const targetOf = (account: Account, { addons = {}, cycle, plan }: BillingChangeRequest): Package => {
  const current = asPackage(account)
  const reached = plan ?? current.plan
  return {
    plan: reached,
    cycle: cycle ?? current.cycle,
    addons: { ...(reached === "plus" ? noAddons : current.addons), ...addons }
  }
}

/** Changes of plan, cycle and add-ons: what is more is charged at once, what is less waits for the end of the period. */
export class Changes extends Context.Service<
  Changes,
  {
    readonly change: (owner: Developer, request: BillingChangeRequest) => Effect.Effect<BillingChangeResponse, Refusals>
  }
>()("@fleet/server/billing/Changes") {
  static readonly layer = Layer.effect(
    Changes,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const attempts = yield* AttemptStore
      const audit = yield* AuditLog
      const charges = yield* ChargeStore
      const debts = yield* Debts
      const invoices = yield* InvoiceStore
      const payments = yield* Payments
      const periods = yield* Periods
      const plans = yield* BillingPlans
      const provider = yield* PaymentProvider
      const transaction = yield* Transaction
      const views = yield* BillingViews
      const time = yield* BillingTime

      const checked = Effect.fnUntraced(function* (orgId: OrgId, request: BillingChangeRequest) {
        const found = yield* accounts.lock(orgId)
        if (Option.isNone(found)) return yield* refuse("billing", "no_account")
        const account = found.value
        if (account.status !== "active" || account.period_end === null) return yield* refuse("billing", "no_account")
        const target = targetOf(account, request)
        if (target.plan === "plus") {
          const surplus = Object.entries(request.addons ?? {}).find(([, count]) => count > 0)
          if (surplus !== undefined) {
            return yield* Effect.fail(refusalOf({ field: `addons.${surplus[0]}`, rule: Rule.notAllowed }))
          }
        }
        if ((yield* debts.oldest(account)) !== null || (yield* plans.isLocked(orgId))) {
          return yield* refuse("billing", "past_due")
        }
        const today = dayOf(yield* time)
        const period = { index: account.period_index, start: account.period_start!, end: account.period_end }
        const change = changeOrder(asPackage(account), target, taxedOf(account), period, today)
        if (change.now !== null && change.now.gross_cents > 0 && account.mandate_id === null) {
          return yield* refuse("billing", "no_valid_mandate")
        }
        yield* plans.fits(orgId, target.plan, target.addons)
        return { account, target, change }
      })

      /** A charge of the same change that is under way is waited for; one of another change is given up. */
      const joined = Effect.fnUntraced(function* (orgId: OrgId, { later, now }: Change) {
        const charge = Option.getOrNull(yield* charges.changing(orgId))
        if (charge === null) return null
        const [attempt] = yield* attempts.ofCharge(charge.id)
        const isEqual = now !== null && isSame(charge.ordered, now) && isSameLater(charge.later, later)
        if (attempt !== undefined && !isEnded(attempt) && isEqual) return attempt.id
        yield* charges.set(charge.id, "void", null)
        return null
      })

      /**
       * Withdraws what waited, and writes the change: at once where it costs nothing now, else with the try to charge it,
       * to be made when that is paid.
       */
      const begin = Effect.fnUntraced(function* (owner: Developer, request: BillingChangeRequest) {
        const { account: before, change, target } = yield* checked(owner.orgId, request)
        const { later, now } = change
        const other = yield* joined(owner.orgId, change)
        if (other !== null) return { chargeId: null, attempt: other }
        if ((yield* plans.pending(owner.orgId)) !== null) yield* plans.withdraw(owner.orgId)
        const account = { ...before, scheduled: null }
        yield* accounts.save(account)
        if (now !== null) {
          const label = { kind: "billing", id: owner.orgId, label: "Billing account" }
          yield* audit.recordBy(owner, "billing.change_chosen", label, { plan: target.plan, cycle: target.cycle })
        }
        if (now !== null && now.gross_cents > 0) return yield* charge(account, now, later, owner.id)
        const reached = now === null ? account : periods.change(account, now)
        const changed = yield* periods.schedule(reached, later, owner.id)
        yield* accounts.save(changed)
        if (now !== null) yield* periods.showPlan(changed)
        return null
      })

      const charge = Effect.fnUntraced(function* (
        account: Account,
        ordered: Order,
        later: Package | null,
        chosenBy: DeveloperId
      ) {
        const id = InvoiceId.make(crypto.randomUUID())
        const now = yield* time
        const { gross_cents } = ordered
        yield* charges.insert({
          id,
          org_id: account.org_id,
          kind: "change",
          period_index: account.period_index,
          state: "due",
          ordered,
          later,
          chosen_by: chosenBy,
          gross_cents,
          day_zero: dayOf(now),
          invoice_id: null,
          created_at: DateTime.toDateUtc(now)
        })
        const attempt = yield* payments.write({
          orgId: account.org_id,
          customerId: account.customer_id!,
          checkoutId: null,
          chargeId: id,
          invoiceId: null,
          currency: ordered.currency,
          gross: gross_cents,
          description: `Robot Fleet Cloud: ${ordered.plan}`,
          mandateId: account.mandate_id
        })
        return { chargeId: id, attempt }
      })

      /** Asks until the payment has ended, and no longer than an answer waits. */
      const ended = Effect.fnUntraced(function* (attempt: Attempt) {
        let seen = attempt
        for (let waited = 0; !isEnded(seen) && waited < waitMs; waited += 1000) {
          yield* Effect.sleep("1 second")
          const known = Option.getOrThrow(yield* attempts.find(seen.id))
          seen = known.provider_id === null ? known : yield* Effect.orElseSucceed(payments.look(known), () => known)
        }
        return seen
      })

      const take = Effect.fnUntraced(function* (chargeId: string, attemptId: string) {
        const sent = yield* payments.send(attemptId).pipe(
          Effect.tapError(() => transaction.run(charges.set(chargeId, "void", null))),
          Effect.mapError(unavailable)
        )
        const attempt = yield* ended(sent)
        if (attempt.status === "paid") {
          const { invoice_id } = Option.getOrThrow(yield* attempts.find(attemptId))
          const invoice = invoice_id === null ? Option.none() : yield* invoices.find(invoice_id)
          return Option.getOrNull(Option.map(invoice, invoiceOf)) as Invoice | null
        }
        if (!isEnded(attempt)) return null
        yield* transaction.run(charges.set(chargeId, "void", null))
        const reason = attempt.reason ?? "unknown_reason"
        return yield* new TargetStateConflict({ details: { field: "billing", rule: "payment_failed", reason } })
      })

      return Changes.of({
        change: Effect.fn("Changes.change")(function* (owner, request) {
          const { orgId } = owner
          if (request.dry_run === true) {
            const { account, change, target } = yield* transaction.run(checked(orgId, request))
            const next = { ...(change.later ?? target), ...taxedOf(account) }
            const end =
              change.now?.cycle === account.cycle || change.now === null ? account.period_end : change.now.period!.end
            const effective = change.now === null && change.later !== null ? momentOf(account.period_end!) : null
            const quote = quoteOf(change.now, next, yield* time, end, effective)
            return { billing: yield* views.of(orgId), charged: null, quote }
          }
          if (!provider.configured) return yield* new BillingUnavailable()
          const begun = yield* transaction.run(begin(owner, request))
          if (begun !== null && begun.chargeId === null) {
            yield* ended(Option.getOrThrow(yield* attempts.find(begun.attempt)))
          }
          const charged = begun === null || begun.chargeId === null ? null : yield* take(begun.chargeId, begun.attempt)
          return { billing: yield* views.of(orgId), charged }
        })
      })
    })
  )
}
