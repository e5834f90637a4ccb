import type {
  CheckoutRequest,
  CheckoutResponse,
  CheckoutStatus,
  PaymentMethodName,
  Payer,
  Quote
} from "@fleet/domain/Billing"
import type { Developer } from "@fleet/domain/Caller"
import {
  BillingUnavailable,
  NotFound,
  type PaymentProviderUnavailable,
  type PlanLimit,
  TargetStateConflict,
  type ValidationError
} from "@fleet/domain/Errors"
import { CheckoutId, type InvoiceId, type OrgId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type Account, AccountStore } from "./AccountStore.ts"
import { AttemptStore } from "./AttemptStore.ts"
import { BillingTime } from "./BillingTime.ts"
import { ChargeStore } from "./ChargeStore.ts"
import { CheckoutStore, type Party } from "./CheckoutStore.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { isEnded } from "./mergePayment.ts"
import type { Order } from "../rules/Order.ts"
import { noAddons } from "../rules/prices.ts"
import { firstOrder, quoteOf } from "../rules/quote.ts"
import { BillingPlans } from "./BillingPlans.ts"
import { Parties } from "./Parties.ts"
import { PaymentProvider } from "./PaymentProvider.ts"
import { type Asked, Payments, unavailable } from "./Payments.ts"

const refuse = (field: string, rule: string) => Effect.fail(new TargetStateConflict({ details: { field, rule } }))

/** At most one look at the provider within this, however often the checkout is polled. */
const pollMs = 2000

const named = (payer: Payer) => (payer.kind === "company" ? payer.company_name : payer.full_name)

const hosted = ["creditcard", "paypal", "applepay"]
const methodOf = { card: "creditcard", paypal: "paypal", applepay: "applepay" } as const

type Unready = BillingUnavailable | PaymentProviderUnavailable

/** Payments on the provider's page: of a first period, of an open invoice, or for another payment method. */
export class Checkouts extends Context.Service<
  Checkouts,
  {
    readonly begin: (
      owner: Developer,
      request: CheckoutRequest
    ) => Effect.Effect<
      CheckoutResponse | { readonly quote: Quote },
      Unready | PlanLimit | TargetStateConflict | ValidationError
    >
    readonly has: (orgId: OrgId, id: CheckoutId) => Effect.Effect<boolean>
    readonly status: (orgId: OrgId, id: CheckoutId) => Effect.Effect<CheckoutStatus>
    readonly changeMethod: (
      owner: Developer,
      method: PaymentMethodName
    ) => Effect.Effect<CheckoutResponse, Unready | NotFound | ValidationError>
    /** An invoice, or a due charge without one, of the org. */
    readonly isPayable: (orgId: OrgId, id: InvoiceId) => Effect.Effect<boolean>
    readonly pay: (
      owner: Developer,
      id: InvoiceId
    ) => Effect.Effect<CheckoutResponse, Unready | NotFound | TargetStateConflict>
  }
>()("@fleet/server/billing/Checkouts") {
  static readonly layer = Layer.effect(
    Checkouts,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const attempts = yield* AttemptStore
      const audit = yield* AuditLog
      const charges = yield* ChargeStore
      const checkouts = yield* CheckoutStore
      const invoices = yield* InvoiceStore
      const parties = yield* Parties
      const payments = yield* Payments
      const plans = yield* BillingPlans
      const provider = yield* PaymentProvider
      const transaction = yield* Transaction
      const time = yield* BillingTime
      const now = Effect.map(time, DateTime.toDateUtc)

      const available = provider.configured ? Effect.void : Effect.fail(new BillingUnavailable())

      const customerOf = Effect.fnUntraced(function* (account: Option.Option<Account>, orgId: OrgId, payer: Payer) {
        const known = Option.getOrNull(account)?.customer_id ?? null
        if (known !== null) return known
        const body = JSON.stringify({ name: named(payer), email: payer.invoice_email, metadata: { org_id: orgId } })
        return yield* Effect.mapError(provider.createCustomer(body, crypto.randomUUID()), unavailable)
      })

      /** Writes the checkout and its try, then asks for the payment. */
      const open = Effect.fnUntraced(function* (
        owner: Developer,
        checkout: {
          readonly purpose: "upgrade" | "payment_method" | "invoice"
          readonly ordered: Order | null
          readonly party: Party | null
          readonly invoice_id: InvoiceId | null
        },
        asked: Omit<Asked, "orgId" | "checkoutId" | "chargeId" | "invoiceId" | "mandateId">,
        opened: Effect.Effect<void> = Effect.void
      ) {
        const id = CheckoutId.make(crypto.randomUUID())
        const { invoice_id } = checkout
        const attemptId = yield* transaction.run(
          Effect.gen(function* () {
            const created_at = yield* now
            yield* checkouts.insert({ id, org_id: owner.orgId, status: "pending", created_at, ...checkout })
            return yield* payments.write({
              ...asked,
              orgId: owner.orgId,
              checkoutId: id,
              chargeId: null,
              invoiceId: invoice_id,
              mandateId: null
            })
          })
        )
        const attempt = yield* Effect.mapError(payments.send(attemptId), unavailable)
        yield* transaction.run(
          Effect.andThen(
            opened,
            audit.recordBy(owner, "billing.checkout_started", { kind: "checkout", id, label: checkout.purpose })
          )
        )
        return { checkout_id: id, checkout_url: attempt.checkout_url ?? "" } satisfies CheckoutResponse
      })

      const begin = Effect.fn("Checkouts.begin")(function* (owner: Developer, request: CheckoutRequest) {
        const { orgId } = owner
        const { addons, billing, cycle, dry_run = false, plan } = request
        const found = yield* accounts.find(orgId)
        const party = yield* parties.of(billing, "billing.")
        if (!dry_run) yield* available
        if ((yield* plans.planOf(orgId)) !== "basic") return yield* refuse("plan", "already_billed")
        const bought = { plan, cycle, addons: { ...noAddons, ...addons } }
        yield* plans.fits(orgId, plan, bought.addons)
        const order = firstOrder(bought, party)
        if (dry_run) return { quote: quoteOf(order, order, yield* time, null) }
        const customer_id = yield* customerOf(found, orgId, party.payer)
        const kept = { ...party, customer_id }
        const opened = Effect.gen(function* () {
          const account = yield* accounts.lock(orgId)
          if (Option.isSome(account) && account.value.status === "active") return
          const blank = {
            org_id: orgId,
            anchor: null,
            period_index: 0,
            period_start: null,
            period_end: null,
            scheduled: null,
            mandate_id: null,
            method: null,
            due_at: null,
            created_at: yield* now,
            status: "pending" as const
          }
          const vat_check_at = party.vat_id_status === "unverified" ? yield* now : null
          const before = Option.getOrElse(account, () => blank)
          yield* accounts.save({ ...before, ...kept, vat_check_at, ...bought })
        })
        const { currency, gross_cents: gross } = order
        const description = `Robot Fleet Cloud: ${plan}`
        return yield* open(
          owner,
          { purpose: "upgrade", ordered: order, party: kept, invoice_id: null },
          { customerId: customer_id, currency, gross, description, methods: hosted },
          opened
        )
      })

      const accountOf = Effect.fnUntraced(function* (orgId: OrgId) {
        const account = yield* accounts.find(orgId)
        return yield* Effect.mapError(Effect.fromOption(account), () => new NotFound())
      })

      const pay = Effect.fn("Checkouts.pay")(function* (owner: Developer, id: InvoiceId) {
        yield* available
        const account = yield* accountOf(owner.orgId)
        const invoice = Option.getOrNull(yield* invoices.find(id))
        if (invoice === null) return yield* refuse("billing", "vat_id_invalid")
        if (invoice.kind !== "invoice" || invoice.status !== "open") return yield* refuse("invoice", "not_open")
        const { currency, gross_cents: gross, number } = invoice
        return yield* open(
          owner,
          { purpose: "invoice", ordered: null, party: null, invoice_id: id },
          { customerId: account.customer_id!, currency, gross, description: number, methods: hosted }
        )
      })

      return Checkouts.of({
        begin,
        has: (orgId, id) =>
          Effect.map(checkouts.find(id), (found) => Option.isSome(found) && found.value.org_id === orgId),
        status: Effect.fn("Checkouts.status")(function* (orgId, id) {
          const attempt = Option.getOrNull(yield* attempts.ofCheckout(id))
          if (attempt !== null && !isEnded(attempt)) {
            const age = attempt.fetched_at === null ? Infinity : (yield* now).getTime() - attempt.fetched_at.getTime()
            if (age >= pollMs || age < 0) yield* Effect.ignore(payments.look(attempt))
          }
          const { purpose, status } = Option.getOrThrow(yield* checkouts.find(id))
          return { checkout_id: id, status, purpose, plan: yield* plans.planOf(orgId) }
        }),
        changeMethod: Effect.fn("Checkouts.changeMethod")(function* (owner, method) {
          yield* available
          const account = yield* accountOf(owner.orgId)
          const [oldest] = yield* invoices.open(owner.orgId)
          if (method === "applepay" && oldest === undefined) {
            return yield* Effect.fail(refusalOf({ field: "method", rule: "applepay_needs_open_invoice" }))
          }
          const invoice = method === "applepay" ? oldest! : null
          return yield* open(
            owner,
            { purpose: "payment_method", ordered: null, party: null, invoice_id: invoice?.id ?? null },
            {
              customerId: account.customer_id!,
              currency: account.currency,
              gross: invoice?.gross_cents ?? 0,
              description: invoice?.number ?? "Payment method",
              methods: [methodOf[method]]
            }
          )
        }),
        isPayable: Effect.fn("Checkouts.isPayable")(function* (orgId, id) {
          const invoice = yield* invoices.find(id)
          if (Option.isSome(invoice)) return invoice.value.org_id === orgId
          const charge = yield* charges.find(id)
          return Option.isSome(charge) && charge.value.org_id === orgId && charge.value.state === "held"
        }),
        pay
      })
    })
  )
}
