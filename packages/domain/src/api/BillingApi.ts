import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  BillingCancelRequest,
  BillingChangeRequest,
  BillingChangeResponse,
  BillingDetailsUpdate,
  BillingView,
  CheckoutRequest,
  CheckoutResponse,
  CheckoutStatus,
  InvoiceXmlQuery,
  PaymentMethodChangeRequest,
  QuoteResponse,
  VatIdCheckRequest,
  VatIdCheckResponse
} from "../Billing.ts"
import {
  BillingUnavailable,
  InternalError,
  NotFound,
  PaymentProviderUnavailable,
  PlanLimit,
  TargetStateConflict
} from "../Errors.ts"
import { CheckoutId, InvoiceId } from "../Ids.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { CheckoutScope, CheckoutsLimited, InvoiceScope, PayableScope, VatChecksLimited } from "./BillingScope.ts"
import { RateBucket, RateLimited } from "./RateLimited.ts"

const checkout = { id: CheckoutId }
const invoice = { id: InvoiceId }
const provider = [BillingUnavailable, PaymentProviderUnavailable] as const
const opened = CheckoutResponse.pipe(HttpApiSchema.status(201))
const pdf = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" }))
const xml = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/xml" }))
const notice = Schema.Struct({ id: Schema.String }).pipe(HttpApiSchema.asFormUrlEncoded())

/** What the organisation pays. For Owners. */
export class BillingApi extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("view", "/api/billing", { success: BillingView })
      .annotate(OpenApi.Summary, "The billing account: who pays, how, when, and the newest invoices")
      .middleware(OwnerOnly),
    HttpApiEndpoint.post("checkout", "/api/billing/checkout", {
      payload: CheckoutRequest,
      success: [opened, QuoteResponse],
      error: [PlanLimit, TargetStateConflict, ...provider]
    })
      .annotate(OpenApi.Summary, "Buy a plan: begins a payment at the provider; with dry_run only what it costs")
      .middleware(OwnerOnly)
      .middleware(CheckoutsLimited),
    HttpApiEndpoint.get("checkoutStatus", "/api/billing/checkout/:id", {
      params: checkout,
      success: CheckoutStatus
    })
      .annotate(OpenApi.Summary, "What became of a payment, asked of the provider where it is not known yet")
      .middleware(OwnerOnly)
      .middleware(CheckoutScope),
    HttpApiEndpoint.post("checkVatId", "/api/billing/vat-id/check", {
      payload: VatIdCheckRequest,
      success: VatIdCheckResponse
    })
      .annotate(OpenApi.Summary, "Ask VIES about a VAT ID")
      .middleware(OwnerOnly)
      .middleware(VatChecksLimited),
    HttpApiEndpoint.patch("details", "/api/billing/details", {
      payload: BillingDetailsUpdate,
      success: BillingView,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Change who pays; invoices that are issued stay as they are")
      .middleware(OwnerOnly),
    HttpApiEndpoint.post("change", "/api/billing/change", {
      payload: BillingChangeRequest,
      success: BillingChangeResponse,
      error: [PlanLimit, TargetStateConflict, ...provider]
    })
      .annotate(OpenApi.Summary, "Change plan, cycle or add-ons: more at once, less at the end of the period")
      .middleware(OwnerOnly),
    HttpApiEndpoint.post("paymentMethod", "/api/billing/payment-method", {
      payload: PaymentMethodChangeRequest,
      success: opened,
      error: [NotFound, ...provider]
    })
      .annotate(OpenApi.Summary, "Begin a payment by which another payment method is taken")
      .middleware(OwnerOnly)
      .middleware(CheckoutsLimited),
    HttpApiEndpoint.post("cancel", "/api/billing/cancel", {
      payload: BillingCancelRequest,
      success: BillingView,
      error: [NotFound, PlanLimit]
    })
      .annotate(OpenApi.Summary, "Cancel the plan at the end of the period")
      .middleware(OwnerOnly),
    HttpApiEndpoint.post("resume", "/api/billing/resume", { success: BillingView, error: NotFound })
      .annotate(OpenApi.Summary, "Withdraw what is to change at the end of the period")
      .middleware(OwnerOnly),
    HttpApiEndpoint.get("pdf", "/api/billing/invoices/:id/pdf", { params: invoice, success: pdf })
      .annotate(OpenApi.Summary, "An invoice or credit note as a PDF with its XML in it")
      .middleware(OwnerOnly)
      .middleware(InvoiceScope),
    HttpApiEndpoint.get("xml", "/api/billing/invoices/:id/xml", {
      params: invoice,
      query: InvoiceXmlQuery,
      success: xml,
      error: TargetStateConflict
    })
      .annotate(OpenApi.Summary, "An invoice or credit note as XML of EN 16931")
      .middleware(OwnerOnly)
      .middleware(InvoiceScope),
    HttpApiEndpoint.post("pay", "/api/billing/invoices/:id/pay", {
      params: invoice,
      success: opened,
      error: [TargetStateConflict, ...provider]
    })
      .annotate(OpenApi.Summary, "Begin a payment of an open invoice")
      .middleware(OwnerOnly)
      .middleware(PayableScope)
      .middleware(CheckoutsLimited)
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Billing" })) {}

/** Where the payment provider says that something happened to a payment. */
export class BillingWebhookApi extends HttpApiGroup.make("billingWebhook")
  .add(
    HttpApiEndpoint.post("notify", "/api/billing/:provider/webhook", {
      params: { provider: Schema.String },
      payload: notice,
      success: HttpApiSchema.Empty(200),
      error: [NotFound, InternalError]
    })
      .annotate(OpenApi.Summary, "For the payment provider: a payment has changed")
      .annotate(RateBucket, "billing_webhook")
  )
  .middleware(RateLimited)
  .annotateMerge(OpenApi.annotations({ title: "Payment provider" })) {}
