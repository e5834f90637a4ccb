import type { InvoiceId, OrgId } from "@fleet/domain/Ids"
import { InvoiceId as InvoiceIds } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { operator } from "../../org/Orgs.ts"
import { InvoiceSnapshot } from "../documents/InvoiceSnapshot.ts"
import { AccountStore } from "./AccountStore.ts"
import type { Attempt } from "./AttemptStore.ts"
import { BillingMails } from "./BillingMails.ts"
import { BillingTime } from "./BillingTime.ts"
import { dayOf, yearOf } from "../rules/calendar.ts"
import { type InvoiceRow, InvoiceStore, type NewInvoice } from "./InvoiceStore.ts"
import type { SeenRefund } from "./mergePayment.ts"
import type { Order } from "../rules/Order.ts"
import { netOfGross } from "../rules/money.ts"
import { Sellers } from "./Sellers.ts"

const encode = Schema.encodeSync(InvoiceSnapshot)
const decode = Schema.decodeUnknownSync(InvoiceSnapshot)

/** What of a snapshot is known before the number. */
type Unnumbered = Omit<typeof InvoiceSnapshot.Type, "number" | "issued_at" | "seller">

/** Issues invoices and credit notes: at the end of a transaction, so that the counter is held for a moment. */
export class Issuing extends Context.Service<
  Issuing,
  {
    readonly issue: (invoice: {
      readonly id: InvoiceId
      readonly orgId: OrgId
      readonly order: Order
      readonly status: "open" | "paid"
    }) => Effect.Effect<void>
    /** The invoice is open and is dunned: from the day that it was before, from the given one, or from today on. */
    readonly dun: (
      invoice: Pick<InvoiceRow, "id" | "org_id" | "day_zero">,
      failure: string,
      dayZero?: string
    ) => Effect.Effect<void>
    /** One for each refund that the provider made of the payment that settled an invoice. */
    readonly creditNotes: (attempt: Attempt, refunds: ReadonlyArray<SeenRefund>) => Effect.Effect<void>
  }
>()("@fleet/server/billing/Issuing") {
  static readonly layer = Layer.effect(
    Issuing,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const audit = yield* AuditLog
      const invoices = yield* InvoiceStore
      const mails = yield* BillingMails
      const { prefix, seller } = yield* Sellers
      const time = yield* BillingTime

      const write = Effect.fnUntraced(function* (
        invoice: Omit<NewInvoice, "net_cents" | "vat_rate_percent" | "vat_cents" | "gross_cents" | "currency" | "kind">,
        what: Unnumbered
      ) {
        const { currency, gross_cents, kind, net_cents, vat, vat_cents } = what
        yield* mails.post(invoice.org_id, kind, invoice.id)
        const now = yield* time
        const year = yearOf(now)
        const { last, last_at } = yield* invoices.count(year, DateTime.toDateUtc(now))
        const number = `${prefix}-${year}-${String(last).padStart(4, "0")}`
        yield* invoices.insert(
          { ...invoice, kind, currency, net_cents, vat_rate_percent: vat.rate_percent, vat_cents, gross_cents },
          { year, seq: last, number, at: DateTime.toDateUtc(last_at) },
          encode({ ...what, number, issued_at: last_at, seller: yield* seller })
        )
        yield* audit.record({
          orgId: invoice.org_id,
          actor: operator,
          action: kind === "invoice" ? "billing.invoice_issued" : "billing.credit_note_issued",
          details: { number }
        })
      })

      const issue = Effect.fn("Issuing.issue")(function* ({
        id,
        order,
        orgId,
        status
      }: {
        readonly id: InvoiceId
        readonly orgId: OrgId
        readonly order: Order
        readonly status: "open" | "paid"
      }) {
        const account = Option.getOrThrow(yield* accounts.find(orgId))
        const { currency, cycle, gross_cents, lines, net_cents, period, rate_percent, treatment, vat_cents } = order
        yield* write(
          { id, org_id: orgId, corrects: null, refund_id: null, status },
          {
            kind: "invoice",
            payer: account.payer,
            vat: { treatment, rate_percent },
            currency,
            cycle,
            period: period === null ? null : { start: period.start, end: period.end },
            lines: lines as Unnumbered["lines"],
            net_cents,
            vat_cents,
            gross_cents,
            paid_cents: status === "paid" ? gross_cents : 0,
            payment_method: status === "paid" ? account.method : null,
            corrects: null
          }
        )
      })

      const creditNote = Effect.fnUntraced(function* (invoice: InvoiceRow, refund: SeenRefund) {
        const corrected = decode(yield* invoices.snapshot(invoice.id))
        const amounts = netOfGross(refund.cents, invoice.vat_rate_percent)
        const { net_cents } = amounts
        yield* write(
          {
            id: InvoiceIds.make(crypto.randomUUID()),
            org_id: invoice.org_id,
            corrects: invoice.id,
            refund_id: refund.id,
            status: "paid"
          },
          {
            ...corrected,
            kind: "credit_note",
            lines: [{ item: "refund", quantity: 1, unit_cents: net_cents, net_cents }],
            ...amounts,
            paid_cents: refund.cents,
            corrects: { number: corrected.number, issued_at: corrected.issued_at }
          }
        )
      })

      return Issuing.of({
        issue,
        dun: Effect.fn("Issuing.dun")(function* (invoice, failure, dayZero) {
          const day_zero = invoice.day_zero ?? dayZero ?? dayOf(yield* time)
          yield* invoices.setStatus(invoice.id, { status: "open", paid_at: null, failure, day_zero })
          yield* mails.post(invoice.org_id, "payment_failed", invoice.id)
        }),
        creditNotes: Effect.fn("Issuing.creditNotes")(function* ({ invoice_id }, refunds) {
          for (const refund of refunds) {
            if (!refund.done || refund.cents === 0 || (yield* invoices.hasCreditNote(refund.id))) continue
            yield* creditNote(Option.getOrThrow(yield* invoices.find(invoice_id!)), refund)
          }
        })
      })
    })
  )
}
