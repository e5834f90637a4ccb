import type { PaymentMethod } from "@fleet/domain/Billing"
import { Context, Effect, Layer, Predicate } from "effect"
import { Mollie, type MollieFault } from "../provider/Mollie.ts"
import type { MollieMandate, MolliePayment } from "../provider/mollieRecords.ts"
import { centsOf } from "./amountOf.ts"
import type { SeenPayment } from "./mergePayment.ts"

/** What was not done, and why: refused, not known any more, or perhaps later. */
export type ProviderFault = MollieFault

export interface SeenMandate {
  readonly id: string
  readonly status: "valid" | "pending" | "invalid"
  readonly method: PaymentMethod
}

const dateOf = (text: string | null | undefined) => {
  const date = new Date(text ?? "")
  return Number.isNaN(date.getTime()) ? null : date
}

const attemptIdOf = (metadata: unknown) =>
  Predicate.hasProperty(metadata, "attempt_id") && typeof metadata.attempt_id === "string" ? metadata.attempt_id : null

type MollieChargeback = NonNullable<NonNullable<MolliePayment["_embedded"]>["chargebacks"]>[number]

/** What a chargeback took and was not given again. */
const chargedBack = (chargebacks: ReadonlyArray<MollieChargeback>) =>
  chargebacks
    .filter(({ reversedAt }) => reversedAt === null || reversedAt === undefined)
    .reduce((sum, { amount }) => sum + (centsOf(amount.value.replace("-", "")) ?? 0), 0)

const seenOf = ({ _embedded, _links, ...payment }: MolliePayment): SeenPayment => ({
  id: payment.id,
  attemptId: attemptIdOf(payment.metadata),
  status: payment.status,
  currency: payment.amount.currency,
  cents: centsOf(payment.amount.value) ?? -1,
  checkoutUrl: _links?.checkout?.href ?? null,
  reason: payment.details?.failureReason ?? null,
  paidAt: dateOf(payment.paidAt),
  mandateId: payment.mandateId ?? null,
  wallet: payment.method === "applepay" || payment.details?.wallet === "applepay" ? "applepay" : null,
  refunds: (_embedded?.refunds ?? []).map(({ amount, id, status }) => ({
    id,
    cents: centsOf(amount.value) ?? 0,
    done: status === "refunded"
  })),
  chargedBackCents: chargedBack(_embedded?.chargebacks ?? [])
})

/** `2028-12-31` is `12/28`. */
const expiryOf = (date: string | null | undefined) =>
  date === null || date === undefined ? "" : `${date.slice(5, 7)}/${date.slice(2, 4)}`

const methodOf = ({ details, method }: MollieMandate): PaymentMethod =>
  method === "paypal"
    ? { kind: "paypal", account: details?.consumerAccount ?? "" }
    : {
        kind: "card",
        brand: details?.cardLabel ?? "",
        last4: details?.cardNumber ?? "",
        expires: expiryOf(details?.cardExpiryDate)
      }

/** What billing asks of the payment provider. Bodies are sent to the byte, each with its key. */
export class PaymentProvider extends Context.Service<
  PaymentProvider,
  {
    readonly configured: boolean
    readonly createCustomer: (body: string, key: string) => Effect.Effect<string, ProviderFault>
    readonly createPayment: (body: string, key: string) => Effect.Effect<SeenPayment, ProviderFault>
    readonly payment: (id: string) => Effect.Effect<SeenPayment, ProviderFault>
    /** The payment that carries the attempt's id, among the newest of the customer. */
    readonly paymentOf: (customerId: string, attemptId: string) => Effect.Effect<SeenPayment | null, ProviderFault>
    readonly giveBack: (paymentId: string, body: string, key: string) => Effect.Effect<void, ProviderFault>
    readonly mandate: (customerId: string, mandateId: string) => Effect.Effect<SeenMandate, ProviderFault>
    readonly revoke: (customerId: string, mandateId: string) => Effect.Effect<void, ProviderFault>
  }
>()("@fleet/server/billing/PaymentProvider") {
  static readonly layer = Layer.effect(
    PaymentProvider,
    Effect.map(Mollie, (mollie) =>
      PaymentProvider.of({
        configured: mollie.configured,
        createCustomer: (body, key) => Effect.map(mollie.createCustomer(body, key), ({ id }) => id),
        createPayment: (body, key) => Effect.map(mollie.createPayment(body, key), seenOf),
        payment: (id) => Effect.map(mollie.payment(id), seenOf),
        paymentOf: (customerId, attemptId) =>
          Effect.map(
            mollie.paymentsOf(customerId),
            (payments) => payments.map(seenOf).find((seen) => seen.attemptId === attemptId) ?? null
          ),
        giveBack: (paymentId, body, key) => Effect.asVoid(mollie.refund(paymentId, body, key)),
        mandate: (customerId, id) =>
          Effect.map(mollie.mandate(customerId, id), (mandate) => ({
            id: mandate.id,
            status: mandate.status === "valid" || mandate.status === "pending" ? mandate.status : "invalid",
            method: methodOf(mandate)
          })),
        revoke: mollie.revokeMandate
      })
    )
  )
}
