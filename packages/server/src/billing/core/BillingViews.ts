import type { BillingAccount, BillingView, Dunning, Invoice } from "@fleet/domain/Billing"
import type { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option } from "effect"
import { type Account, AccountStore } from "./AccountStore.ts"
import { Debts } from "./Debts.ts"
import { momentOf } from "../rules/calendar.ts"
import { type InvoiceRow, InvoiceStore } from "./InvoiceStore.ts"
import { PaymentProvider } from "./PaymentProvider.ts"
import { Periods } from "./Periods.ts"

/** Invoices that a view has, at most. */
const newest = 24

export const invoiceOf = ({
  corrects,
  currency,
  gross_cents,
  id,
  issued_at,
  kind,
  net_cents,
  number,
  status,
  vat_cents,
  vat_rate_percent
}: InvoiceRow): Invoice => ({
  id,
  kind,
  number,
  corrects,
  issued_at,
  status,
  currency,
  net_cents,
  vat_rate_percent,
  vat_cents,
  gross_cents
})

const statusOf = ({ status }: Account, dunning: Dunning | null): BillingAccount["status"] =>
  status === "active" && dunning !== null ? "past_due" : status

const options = (open: boolean): BillingView["payment_method_options"] => [
  { method: "card", pays_invoice: false },
  { method: "paypal", pays_invoice: false },
  ...(open ? [{ method: "applepay", pays_invoice: true } as const] : [])
]

/** What an organisation pays, as its Owners see it. */
export class BillingViews extends Context.Service<
  BillingViews,
  { readonly of: (orgId: OrgId) => Effect.Effect<BillingView> }
>()("@fleet/server/billing/BillingViews") {
  static readonly layer = Layer.effect(
    BillingViews,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const debts = yield* Debts
      const invoices = yield* InvoiceStore
      const { configured } = yield* PaymentProvider
      const periods = yield* Periods

      const accountOf = Effect.fnUntraced(function* (account: Account, dunning: Dunning | null) {
        const day = (value: string | null) => (value === null ? null : momentOf(value))
        return {
          payer: account.payer,
          vat_id_status: account.vat_id_status,
          vat: { treatment: account.treatment, rate_percent: account.rate_percent },
          currency: account.currency,
          cycle: account.cycle,
          status: statusOf(account, dunning),
          period_starts_at: day(account.period_start),
          period_ends_at: day(account.period_end),
          next_charge: yield* periods.nextCharge(account),
          scheduled: account.scheduled,
          dunning
        } satisfies BillingAccount
      })

      return BillingViews.of({
        of: Effect.fn("BillingViews.of")(function* (orgId) {
          const found = yield* accounts.find(orgId)
          if (Option.isNone(found)) {
            return {
              account: null,
              available: configured,
              payment_method: null,
              payment_method_options: [],
              invoices: [],
              dunning: null
            }
          }
          const account = found.value
          const dunning = yield* debts.dunning(account)
          const open = yield* invoices.open(orgId)
          return {
            account: yield* accountOf(account, dunning),
            available: configured,
            payment_method: account.method,
            payment_method_options: options(open.length > 0),
            invoices: (yield* invoices.newest(orgId, newest)).map(invoiceOf),
            dunning
          }
        })
      })
    })
  )
}
