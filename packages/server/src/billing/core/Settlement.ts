import { InvoiceId, type OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { operator } from "../../org/Orgs.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type Account, AccountStore } from "./AccountStore.ts"
import { type Attempt, AttemptStore } from "./AttemptStore.ts"
import { BillingTime } from "./BillingTime.ts"
import { ChargeStore } from "./ChargeStore.ts"
import { type Checkout, CheckoutStore } from "./CheckoutStore.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { Issuing } from "./Issuing.ts"
import { isEnded, isOfAttempt, mergePayment } from "./mergePayment.ts"
import type { Order } from "../rules/Order.ts"
import { Periods } from "./Periods.ts"
import { ReturnStore } from "./ReturnStore.ts"
import type { SeenPayment } from "./mergePayment.ts"

const checkoutState = (status: Attempt["status"]): Checkout["status"] | null => {
  switch (status) {
    case "paid":
    case "failed":
    case "canceled":
    case "expired":
      return status
    case "lost":
      return "failed"
    default:
      return null
  }
}

/** How long a payment is looked at that was taken: a bank may take it back so long. */
const chargebackDays = 200

/** What a payment that was looked at leads to. One transaction, which holds the organisation's row. */
export class Settlement extends Context.Service<
  Settlement,
  {
    /** Nothing where the payment is not the one that the attempt asked for. Answers the attempt as it is then. */
    readonly apply: (attemptId: string, seen: SeenPayment, startedAt: Date) => Effect.Effect<Attempt>
    /** The attempt never reached the provider, or was refused there. */
    readonly fail: (attemptId: string, status: "failed" | "lost", reason: string) => Effect.Effect<Attempt>
  }
>()("@fleet/server/billing/Settlement") {
  static readonly layer = Layer.effect(
    Settlement,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const attempts = yield* AttemptStore
      const audit = yield* AuditLog
      const charges = yield* ChargeStore
      const checkouts = yield* CheckoutStore
      const invoices = yield* InvoiceStore
      const issuing = yield* Issuing
      const periods = yield* Periods
      const returns = yield* ReturnStore
      const transaction = yield* Transaction
      const time = yield* BillingTime

      const record = (orgId: OrgId, action: string, details?: Readonly<Record<string, unknown>>) =>
        audit.record({ orgId, actor: operator, action: `billing.${action}`, details })

      /** The account that an upgrade begins, where its first answer was never written. */
      const accountOf = Effect.fnUntraced(function* (
        account: Option.Option<Account>,
        checkout: Checkout,
        order: Order
      ) {
        const party = checkout.party!
        const now = DateTime.toDateUtc(yield* time)
        const blank = {
          org_id: checkout.org_id,
          vat_check_at: null,
          anchor: null,
          period_index: 0,
          period_start: null,
          period_end: null,
          scheduled: null,
          mandate_id: null,
          method: null,
          due_at: null,
          created_at: now
        }
        const { addons, cycle, plan } = order
        return { ...Option.getOrElse(account, () => blank), ...party, status: "active", plan, cycle, addons } as Account
      })

      /** A first period begins on the day of the payment. */
      const activate = Effect.fnUntraced(function* (
        account: Option.Option<Account>,
        checkout: Checkout,
        attempt: Attempt
      ) {
        const order = checkout.ordered!
        const started = periods.begin(yield* accountOf(account, checkout, order), attempt.paid_at!)
        yield* accounts.save(started)
        yield* periods.showPlan(started)
        yield* record(checkout.org_id, "plan_changed", { to: order.plan })
        return { ...order, period: { index: 0, start: started.period_start!, end: started.period_end! } }
      })

      /** An open invoice is paid; money for one that was written off is taken as well. */
      const payInvoice = Effect.fnUntraced(function* (id: InvoiceId, at: Date) {
        const invoice = Option.getOrThrow(yield* invoices.find(id))
        if (invoice.status === "paid") return false
        yield* invoices.setStatus(id, { status: "paid", paid_at: at, failure: null, day_zero: null })
        yield* record(invoice.org_id, "invoice_paid", { number: invoice.number })
        return true
      })

      /** Whether the money settles something, and what is issued for it at the end of the transaction. */
      const use = Effect.fnUntraced(function* (account: Option.Option<Account>, attempt: Attempt) {
        const unused = { used: false, order: null as Order | null }
        const settled = { ...unused, used: true }
        if (attempt.checkout_id !== null) {
          const checkout = Option.getOrThrow(yield* checkouts.find(attempt.checkout_id))
          if (checkout.purpose === "upgrade") {
            if (Option.isSome(account) && account.value.status === "active") return unused
            if (!(yield* periods.mayBegin(attempt.org_id))) return unused
            return { used: true, order: yield* activate(account, checkout, attempt) }
          }
          if (checkout.invoice_id === null) return settled
          return (yield* payInvoice(checkout.invoice_id, attempt.paid_at!)) ? settled : unused
        }
        if (attempt.charge_id !== null) {
          const charge = Option.getOrThrow(yield* charges.find(attempt.charge_id))
          if (charge.kind === "change") {
            if (charge.state !== "due" || Option.isNone(account) || account.value.status !== "active") return unused
            const reached = periods.change(account.value, charge.ordered)
            const changed = yield* periods.schedule(reached, charge.later, charge.chosen_by!)
            yield* accounts.save(changed)
            yield* periods.showPlan(changed)
            yield* record(attempt.org_id, "plan_changed", { to: charge.ordered.plan })
            return { used: true, order: charge.ordered }
          }
        }
        if (attempt.invoice_id === null) return unused
        return (yield* payInvoice(attempt.invoice_id, attempt.paid_at!)) ? settled : unused
      })

      const paid = Effect.fnUntraced(function* (account: Option.Option<Account>, attempt: Attempt) {
        const { order, used } = yield* use(account, attempt)
        const invoiceId = order === null ? attempt.invoice_id : InvoiceId.make(crypto.randomUUID())
        yield* attempts.save({ ...attempt, used, invoice_id: invoiceId })
        if (order !== null && attempt.charge_id !== null) yield* charges.set(attempt.charge_id, "billed", invoiceId)
        if (!used) {
          yield* returns.insert(attempt)
          yield* record(attempt.org_id, "payment_given_back", { gross_cents: attempt.gross_cents })
        }
        yield* periods.refresh(attempt.org_id)
        if (order !== null) {
          yield* issuing.issue({ id: invoiceId!, orgId: attempt.org_id, order, status: "paid" })
        }
      })

      const failed = Effect.fnUntraced(function* (attempt: Attempt) {
        if (attempt.checkout_id !== null) return
        yield* record(attempt.org_id, "payment_failed", { reason: attempt.reason ?? "unknown_reason" })
        if (attempt.invoice_id === null) return
        const invoice = Option.getOrThrow(yield* invoices.find(attempt.invoice_id))
        if (invoice.status !== "open") return
        const charge = attempt.charge_id === null ? null : Option.getOrNull(yield* charges.find(attempt.charge_id))
        yield* issuing.dun(invoice, attempt.reason ?? "unknown_reason", charge?.day_zero)
        yield* periods.refresh(attempt.org_id)
      })

      /** The bank takes the money back, or gives it again. */
      const chargedBack = Effect.fnUntraced(function* (ended: boolean, before: Attempt, attempt: Attempt) {
        const [was, is] = [before.charged_back_cents > 0, attempt.charged_back_cents > 0]
        if (was === is || attempt.used !== true || attempt.invoice_id === null) return
        const invoice = Option.getOrThrow(yield* invoices.find(attempt.invoice_id))
        if (is && invoice.status === "paid") {
          if (ended) {
            const lost = { status: "uncollectible", paid_at: null, failure: "charged_back", day_zero: null } as const
            yield* invoices.setStatus(invoice.id, lost)
          } else yield* issuing.dun({ ...invoice, day_zero: null }, "charged_back")
          yield* record(attempt.org_id, "charged_back", { number: invoice.number })
        }
        if (!is && invoice.status !== "paid" && invoice.failure === "charged_back") {
          yield* payInvoice(invoice.id, attempt.paid_at!)
        }
        yield* periods.refresh(attempt.org_id)
      })

      const settle = Effect.fnUntraced(function* (
        account: Option.Option<Account>,
        before: Attempt,
        attempt: Attempt,
        seen: SeenPayment | null
      ) {
        const lookAt = yield* nextLook(attempt)
        const scheduled = { ...attempt, look_at: lookAt }
        yield* attempts.save(scheduled)
        if (attempt.checkout_id !== null && attempt.status !== before.status) {
          const state = checkoutState(attempt.status)
          if (state !== null) yield* checkouts.setStatus(attempt.checkout_id, state)
        }
        if (attempt.status === "paid" && before.status !== "paid") yield* paid(account, scheduled)
        else if (isEnded(attempt) && !isEnded(before)) yield* failed(scheduled)
        else {
          const ended = Option.isSome(account) && account.value.status === "canceled"
          yield* chargedBack(ended, before, scheduled)
        }
        const now = Option.getOrThrow(yield* attempts.find(attempt.id))
        if (seen !== null && now.used === true && now.invoice_id !== null) yield* issuing.creditNotes(now, seen.refunds)
        return now
      })

      const pauses = [1, 2, 5, 10, 30]
      /**
       * In minutes 1, 2, 5, 10 and 30 after one another, then hourly, until it has ended; one that is paid daily for so
       * long as a bank may take it back.
       */
      const nextLook = Effect.fnUntraced(function* (attempt: Attempt) {
        if (attempt.status === "paid") {
          const next = DateTime.add(yield* time, { days: 1 })
          const last = attempt.paid_at!.getTime() + chargebackDays * 86_400_000
          return DateTime.toEpochMillis(next) > last ? null : DateTime.toDateUtc(next)
        }
        if (isEnded(attempt)) return null
        const minutes = pauses[attempt.looks] ?? 60
        return DateTime.toDateUtc(DateTime.add(yield* time, { minutes }))
      })

      const held = Effect.fnUntraced(function* (id: string) {
        const { org_id } = Option.getOrThrow(yield* attempts.find(id))
        const account = yield* accounts.lock(org_id)
        return { account, attempt: Option.getOrThrow(yield* attempts.find(id)) }
      })

      return Settlement.of({
        apply: Effect.fn("Settlement.apply")(function* (id, seen, startedAt) {
          const { account, attempt } = yield* held(id)
          if (!isOfAttempt(attempt, seen)) {
            yield* Effect.logError("a payment is not the one that was asked for", id, seen.id)
            return attempt
          }
          return yield* settle(account, attempt, mergePayment(attempt, seen, startedAt), seen)
        }, transaction.run),
        fail: Effect.fn("Settlement.fail")(function* (id, status, reason) {
          const { account, attempt } = yield* held(id)
          if (isEnded(attempt)) return attempt
          return yield* settle(account, attempt, { ...attempt, status, reason }, null)
        }, transaction.run)
      })
    })
  )
}
