import { InvoiceId, type OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type Account, AccountStore } from "./AccountStore.ts"
import { BillingMails } from "./BillingMails.ts"
import { BillingTime } from "./BillingTime.ts"
import { type Charge, ChargeStore } from "./ChargeStore.ts"
import { periodOf } from "../rules/calendar.ts"
import { type Debt, Debts } from "./Debts.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { Issuing } from "./Issuing.ts"
import type { Package, Period } from "../rules/Order.ts"
import { noAddons } from "../rules/prices.ts"
import { renewalOrder } from "../rules/quote.ts"
import { BillingPlans } from "./BillingPlans.ts"
import { PaymentProvider } from "./PaymentProvider.ts"
import { Payments } from "./Payments.ts"
import { Periods, renewalAt, taxedOf, upcoming } from "./Periods.ts"
import { ReturnStore } from "./ReturnStore.ts"

/** How long what cannot be done without a provider waits. */
const postponedMs = 3_600_000

/** The period after the one that ends. A year that becomes months keeps the anchor; months that become years get one. */
const periodAfter = (account: Account, { cycle }: Package): Period & { readonly anchor: string } => {
  const anchor = account.anchor!
  if (cycle === account.cycle) return { anchor, ...periodOf(anchor, cycle, account.period_index + 1) }
  if (cycle === "monthly") return { anchor, ...periodOf(anchor, cycle, (account.period_index + 1) * 12) }
  return { anchor: account.period_end!, ...periodOf(account.period_end!, cycle, 0) }
}

/** Does what is due of accounts, one step of one account in a transaction: renewals, retries, locks and ends. */
export class Renewals extends Context.Service<
  Renewals,
  {
    /** The step that is due for longest; false where none is. */
    readonly next: Effect.Effect<boolean>
    /** Invoices and charges what was held, in the caller's transaction; answers the try to be sent after the commit. */
    readonly release: (account: Account, charge: Charge) => Effect.Effect<string | null>
  }
>()("@fleet/server/billing/Renewals") {
  static readonly layer = Layer.effect(
    Renewals,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const charges = yield* ChargeStore
      const debts = yield* Debts
      const invoices = yield* InvoiceStore
      const issuing = yield* Issuing
      const mails = yield* BillingMails
      const payments = yield* Payments
      const periods = yield* Periods
      const plans = yield* BillingPlans
      const provider = yield* PaymentProvider
      const returns = yield* ReturnStore
      const transaction = yield* Transaction
      const time = yield* BillingTime
      const now = Effect.map(time, DateTime.toDateUtc)

      const writeOff = Effect.fnUntraced(function* (orgId: OrgId) {
        // What was charged back is still known as that: the bank may give it again.
        for (const { failure, id } of yield* invoices.open(orgId)) {
          yield* invoices.setStatus(id, { status: "uncollectible", paid_at: null, failure, day_zero: null })
        }
        const held = Option.getOrNull(yield* charges.held(orgId))
        if (held !== null) yield* charges.set(held.id, "void", null)
      })

      /** Nothing is billed any more. */
      const end = Effect.fnUntraced(function* (account: Account) {
        yield* writeOff(account.org_id)
        if (account.mandate_id !== null) {
          yield* returns.revoke(account.org_id, account.customer_id!, account.mandate_id)
        }
        yield* accounts.save({
          ...account,
          status: "canceled",
          scheduled: null,
          mandate_id: null,
          method: null,
          due_at: null,
          vat_check_at: null
        })
      })

      plans.onApplied(
        Effect.fnUntraced(function* ({ orgId, to }) {
          const account = Option.getOrNull(yield* accounts.find(orgId))
          if (account === null || account.status !== "active") return
          if (to !== "basic") return yield* accounts.save({ ...account, plan: to, addons: noAddons })
          yield* end(account)
          yield* mails.post(orgId, "plan_ended", account.period_end)
        })
      )

      const attempt = (account: Account, invoiceId: InvoiceId, chargeId: string | null, gross: number) =>
        payments.write({
          orgId: account.org_id,
          customerId: account.customer_id!,
          checkoutId: null,
          chargeId,
          invoiceId,
          currency: account.currency,
          gross,
          description: "Robot Fleet Cloud",
          mandateId: account.mandate_id
        })

      const release = Effect.fn("Renewals.release")(function* (account: Account, charge: Charge) {
        const id = InvoiceId.make(crypto.randomUUID())
        yield* charges.set(charge.id, "billed", id)
        const chargeable = account.mandate_id !== null
        const sent = chargeable ? yield* attempt(account, id, charge.id, charge.gross_cents) : null
        yield* issuing.issue({ id, orgId: account.org_id, order: charge.ordered, status: "open" })
        if (!chargeable) {
          const invoice = { id, org_id: account.org_id, day_zero: null }
          yield* issuing.dun(invoice, "no_valid_mandate", charge.day_zero)
        }
        return sent
      })

      const renew = Effect.fnUntraced(function* (account: Account, next: Package) {
        const { anchor, ...period } = periodAfter(account, next)
        const renewed: Account = {
          ...account,
          ...next,
          anchor,
          scheduled: null,
          period_index: period.index,
          period_start: period.start,
          period_end: period.end
        }
        yield* accounts.save({ ...renewed, due_at: new Date(renewalAt(renewed)!) })
        yield* periods.showPlan(renewed)
        const ordered = renewalOrder(next, taxedOf(account), period)
        const invalid = account.treatment === "reverse_charge" && account.vat_id_status === "invalid"
        const charge: Charge = {
          id: InvoiceId.make(crypto.randomUUID()),
          org_id: account.org_id,
          kind: "renewal",
          period_index: Number(period.start.replaceAll("-", "")),
          state: invalid ? "held" : "due",
          ordered,
          later: null,
          chosen_by: null,
          gross_cents: ordered.gross_cents,
          day_zero: period.start,
          invoice_id: null,
          created_at: yield* now
        }
        yield* charges.insert(charge)
        if (invalid) yield* mails.post(account.org_id, "vat_id_invalid", charge.id)
        const sent = invalid ? null : yield* release(renewed, charge)
        yield* periods.refresh(account.org_id)
        return sent
      })

      const endPeriod = Effect.fnUntraced(function* (ended: Account) {
        const changing = Option.getOrNull(yield* charges.changing(ended.org_id))
        if (changing !== null) yield* charges.set(changing.id, "void", null)
        if (yield* plans.isLocked(ended.org_id)) return yield* Effect.as(end(ended), null)
        if ((yield* plans.pending(ended.org_id)) !== null) yield* plans.apply(ended.org_id)
        const account = Option.getOrThrow(yield* accounts.find(ended.org_id))
        const next = upcoming(account, null)
        if (next === null) return null
        if (!provider.configured) return yield* Effect.as(postpone(account), null)
        return yield* renew(account, next)
      })

      const postpone = Effect.fnUntraced(function* (account: Account) {
        yield* accounts.save({ ...account, due_at: new Date((yield* now).getTime() + postponedMs) })
      })

      const putOff = Effect.fnUntraced(function* (orgId: OrgId, defect: unknown) {
        yield* Effect.logError("a due account could not be billed", orgId, defect)
        yield* accounts.putOff(orgId, new Date((yield* now).getTime() + postponedMs))
      })

      const dun = Effect.fnUntraced(function* (account: Account, debt: Debt) {
        if (debt.step.lock) {
          yield* plans.setLocked(account.org_id, true)
          yield* mails.post(account.org_id, "locked", debt.id)
          yield* periods.refresh(account.org_id)
          return null
        }
        if (!debt.step.retry) return yield* Effect.as(periods.refresh(account.org_id), null)
        if (!provider.configured) return yield* Effect.as(postpone(account), null)
        const sent = yield* attempt(account, debt.id, null, debt.gross_cents)
        yield* periods.refresh(account.org_id)
        return sent
      })

      const step = Effect.fnUntraced(function* (found: (orgId: OrgId) => void) {
        const at = yield* now
        const orgId = yield* accounts.lockDue(at)
        if (Option.isNone(orgId)) return null
        found(orgId.value)
        const account = Option.getOrThrow(yield* accounts.find(orgId.value))
        if (account.due_at === null || account.due_at > at) return { sent: null }
        const debt = yield* debts.oldest(account)
        const locked = yield* plans.isLocked(account.org_id)
        const owing = debt !== null && !locked && (debt.step.retry || debt.step.lock) ? debt : null
        if (owing !== null) return { sent: yield* dun(account, owing) }
        const due = renewalAt(account)
        if (due !== null && due <= at.getTime()) return { sent: yield* endPeriod(account) }
        yield* periods.refresh(account.org_id)
        return { sent: null }
      })

      return Renewals.of({
        release,
        next: Effect.gen(function* () {
          const due: Array<OrgId> = []
          // An account that cannot be billed goes behind the others, which come first otherwise for ever.
          const done = yield* transaction
            .run(step((orgId) => due.push(orgId)))
            .pipe(
              Effect.catchDefect((defect) =>
                due.length === 0 ? Effect.die(defect) : Effect.as(putOff(due[0]!, defect), { sent: null })
              )
            )
          if (done === null) return false
          if (done.sent !== null) yield* Effect.ignore(payments.send(done.sent))
          return true
        })
      })
    })
  )
}
