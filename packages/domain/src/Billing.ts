import { Schema } from "effect"
import { CheckoutId, InvoiceId } from "./Ids.ts"
import { BillingAddress, BillingParty, Country, Payer, Reference, VatId } from "./Payers.ts"
import { Addons, PlanName } from "./Plans.ts"
import { closed, Count, Email, Int, Name, Rule, Text, Timestamp } from "./Wire.ts"

export { BillingAddress, BillingParty, Country, Payer } from "./Payers.ts"

const optional = Schema.optionalKey
const nullable = Schema.NullOr

export const PaidPlan = Schema.Literals(["plus", "pro"])
export type PaidPlan = typeof PaidPlan.Type
export const Cycle = Schema.Literals(["monthly", "yearly"])
export type Cycle = typeof Cycle.Type
export const Currency = Schema.Literals(["eur", "usd"])
export type Currency = typeof Currency.Type

const Some = Int(0, 1000)

/** Add-ons to be had. In a checkout one that is absent is 0; in a change it keeps its count. */
export const ChosenAddons = closed({
  seats: optional(Some),
  robots: optional(Some),
  apps: optional(Some),
  app_user_packs: optional(Some),
  live_video_packs: optional(Some)
})
export type ChosenAddons = typeof ChosenAddons.Type

const accepted = Schema.Boolean.check(Schema.makeFilter((value) => value, { rule: Rule.required }))

type Chosen = { readonly plan: PaidPlan; readonly addons: ChosenAddons }

const surplus = ({ addons, plan }: Chosen) =>
  plan === "plus" ? Object.entries(addons).find(([, count]) => count > 0)?.[0] : undefined

/** `accept_withdrawal` is for a person alone. Add-ons are for pro alone. */
export const CheckoutRequest = closed({
  plan: PaidPlan,
  cycle: Cycle,
  addons: ChosenAddons,
  billing: BillingParty,
  accept_terms: accepted,
  accept_withdrawal: optional(Schema.Boolean),
  dry_run: optional(Schema.Boolean)
})
  .check(
    Schema.makeFilter(
      (request) => {
        const key = surplus(request)
        return key === undefined ? undefined : { path: ["addons", key], issue: "only pro has add-ons" }
      },
      { rule: Rule.notAllowed }
    ),
    Schema.makeFilter(
      ({ accept_withdrawal, billing }) =>
        billing.kind === "person" && accept_withdrawal !== true
          ? { path: ["accept_withdrawal"], issue: "a person has to accept it" }
          : undefined,
      { rule: Rule.required }
    ),
    Schema.makeFilter(
      ({ accept_withdrawal, billing }) =>
        billing.kind === "company" && accept_withdrawal !== undefined
          ? { path: ["accept_withdrawal"], issue: "only a person accepts it" }
          : undefined,
      { rule: Rule.notAllowed }
    )
  )
  .annotate({ identifier: "checkout-request" })
export type CheckoutRequest = typeof CheckoutRequest.Type

export const NextCharge = Schema.Struct({
  at: Timestamp,
  net_cents: Count,
  vat_cents: Count,
  gross_cents: Count
}).annotate({ identifier: "next-charge" })
export type NextCharge = typeof NextCharge.Type

/** What a purchase costs now, and what follows. A line is negative where it gives back an unused share. */
export const Quote = Schema.Struct({
  currency: Currency,
  now: Schema.Struct({ net_cents: Count, vat_rate_percent: Count, vat_cents: Count, gross_cents: Count }),
  lines: Schema.Array(
    Schema.Struct({
      description: Schema.String,
      quantity: Count,
      net_cents: Int(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    })
  ),
  next_charge: nullable(NextCharge),
  effective_at: nullable(Timestamp)
}).annotate({ identifier: "billing-quote" })
export type Quote = typeof Quote.Type

export const QuoteResponse = Schema.Struct({ quote: Quote }).annotate({ identifier: "checkout-quote-response" })

/** The payment page of the provider, on which card, PayPal or Apple Pay is chosen. */
export const CheckoutResponse = Schema.Struct({ checkout_id: CheckoutId, checkout_url: Schema.String }).annotate({
  identifier: "checkout-response"
})
export type CheckoutResponse = typeof CheckoutResponse.Type

export const CheckoutPurpose = Schema.Literals(["upgrade", "payment_method", "invoice"])
export type CheckoutPurpose = typeof CheckoutPurpose.Type
export const CheckoutState = Schema.Literals(["pending", "paid", "failed", "canceled", "expired"])
export type CheckoutState = typeof CheckoutState.Type

export const CheckoutStatus = Schema.Struct({
  checkout_id: CheckoutId,
  status: CheckoutState,
  purpose: CheckoutPurpose,
  plan: PlanName
}).annotate({ identifier: "checkout-status" })
export type CheckoutStatus = typeof CheckoutStatus.Type

/** An invoice, or the credit note that corrects one. Neither changes once it is issued. */
export const Invoice = Schema.Struct({
  id: InvoiceId,
  kind: Schema.Literals(["invoice", "credit_note"]),
  number: Schema.String,
  corrects: nullable(InvoiceId),
  issued_at: Timestamp,
  status: Schema.Literals(["open", "paid", "uncollectible"]),
  currency: Currency,
  net_cents: Count,
  vat_rate_percent: Count,
  vat_cents: Count,
  gross_cents: Count
}).annotate({ identifier: "invoice" })
export type Invoice = typeof Invoice.Type

/** An unpaid invoice, or a due charge that has none yet. */
export const Dunning = Schema.Struct({
  invoice_id: InvoiceId,
  gross_cents: Count,
  due_at: Timestamp,
  next_retry_at: nullable(Timestamp),
  lock_at: Timestamp,
  failure: nullable(Schema.String)
}).annotate({ identifier: "billing-dunning" })
export type Dunning = typeof Dunning.Type

export const VatIdStatus = Schema.Literals(["valid", "unverified", "invalid"])
export type VatIdStatus = typeof VatIdStatus.Type

export const BillingAccount = Schema.Struct({
  payer: Payer,
  vat_id_status: nullable(VatIdStatus),
  vat: Schema.Struct({
    treatment: Schema.Literals(["domestic", "reverse_charge", "outside_eu"]),
    rate_percent: Count
  }),
  currency: Currency,
  cycle: Cycle,
  status: Schema.Literals(["pending", "active", "past_due", "canceled"]),
  period_starts_at: nullable(Timestamp),
  period_ends_at: nullable(Timestamp),
  next_charge: nullable(NextCharge),
  scheduled: nullable(Schema.Struct({ cycle: nullable(Cycle), addons: nullable(Addons) })),
  dunning: nullable(Dunning)
}).annotate({ identifier: "billing-account" })
export type BillingAccount = typeof BillingAccount.Type

export const PaymentMethod = Schema.Union([
  Schema.Struct({
    kind: Schema.Literals(["card", "applepay"]),
    brand: Schema.String,
    last4: Schema.String,
    expires: Schema.String
  }),
  Schema.Struct({ kind: Schema.Literal("paypal"), account: Schema.String })
]).annotate({ identifier: "payment-method" })
export type PaymentMethod = typeof PaymentMethod.Type

export const PaymentMethodName = Schema.Literals(["card", "paypal", "applepay"])
export type PaymentMethodName = typeof PaymentMethodName.Type

/** The newest invoices first, at most 24. Without a payment provider `available` is false. */
export const BillingView = Schema.Struct({
  account: nullable(BillingAccount),
  available: Schema.Boolean,
  payment_method: nullable(PaymentMethod),
  payment_method_options: Schema.Array(Schema.Struct({ method: PaymentMethodName, pays_invoice: Schema.Boolean })),
  invoices: Schema.Array(Invoice),
  dunning: nullable(Dunning)
}).annotate({ identifier: "billing-view" })
export type BillingView = typeof BillingView.Type

export const VatIdCheckRequest = closed({ country: Country, vat_id: Text(1, 20) }).annotate({
  identifier: "vat-id-check-request"
})
export type VatIdCheckRequest = typeof VatIdCheckRequest.Type

/** `vat_id` in upper case, prefixed and without separators; `name` as VIES has it. */
export const VatIdCheckResponse = Schema.Struct({
  status: VatIdStatus,
  vat_id: Schema.String,
  name: nullable(Schema.String)
}).annotate({ identifier: "vat-id-check-response" })
export type VatIdCheckResponse = typeof VatIdCheckResponse.Type

/** What is left out stays. An issued invoice never changes. */
export const BillingDetailsUpdate = closed({
  invoice_email: optional(Email),
  vat_id: optional(VatId),
  buyer_reference: optional(Reference),
  purchase_order: optional(Reference),
  company_name: optional(Name(200)),
  full_name: optional(Name(200)),
  address: optional(BillingAddress)
}).annotate({ identifier: "billing-details-update" })
export type BillingDetailsUpdate = typeof BillingDetailsUpdate.Type

/** What is left out stays. */
export const BillingChangeRequest = closed({
  plan: optional(PaidPlan),
  cycle: optional(Cycle),
  addons: optional(ChosenAddons),
  dry_run: optional(Schema.Boolean)
})
  .check(
    Schema.makeFilter(
      ({ addons, cycle, plan }) =>
        addons === undefined && cycle === undefined && plan === undefined
          ? { path: ["plan"], issue: "nothing is to be changed" }
          : undefined,
      { rule: Rule.required }
    )
  )
  .annotate({ identifier: "billing-change-request" })
export type BillingChangeRequest = typeof BillingChangeRequest.Type

/** `charged` is null where nothing was charged, or where the payment pends; `quote` is there on a dry run. */
export const BillingChangeResponse = Schema.Struct({
  billing: BillingView,
  charged: nullable(Invoice),
  quote: optional(Quote)
}).annotate({ identifier: "billing-change-response" })
export type BillingChangeResponse = typeof BillingChangeResponse.Type

export const PaymentMethodChangeRequest = closed({ method: PaymentMethodName }).annotate({
  identifier: "payment-method-change-request"
})
export type PaymentMethodChangeRequest = typeof PaymentMethodChangeRequest.Type

export const BillingCancelRequest = closed({ reason: optional(Text(1, 500)) }).annotate({
  identifier: "billing-cancel-request"
})
export type BillingCancelRequest = typeof BillingCancelRequest.Type

export const SendInvoiceRequest = closed({ to: optional(Email) }).annotate({ identifier: "send-invoice-request" })
export type SendInvoiceRequest = typeof SendInvoiceRequest.Type

export const SendInvoiceResponse = Schema.Struct({
  mail: Schema.Literals(["sent", "not_configured", "failed"])
}).annotate({ identifier: "send-invoice-response" })

export const InvoiceXmlQuery = closed({ profile: optional(Schema.Literals(["en16931", "xrechnung"])) })
export type InvoiceXmlQuery = typeof InvoiceXmlQuery.Type
