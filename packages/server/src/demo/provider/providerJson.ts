import { type Chargeback, type Mandate, type Payment, type Refund, remaining } from "./ProviderBook.ts"

/** Cents as the provider writes them: 1990 is `19.90`. */
export const amountOf = (currency: string, cents: number) => {
  const digits = String(cents).padStart(3, "0")
  return { currency, value: `${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** The cents of a sum; null where it is not written with exactly two decimals and without zeros before it. */
export const centsOf = (value: unknown): number | null =>
  typeof value === "string" && /^(0|[1-9]\d{0,8})\.\d{2}$/.test(value) ? Number(value.replace(".", "")) : null

const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, "+00:00")

const link = (href: string, type = "application/hal+json") => ({ href, type })

export const refundJson = (payment: Payment, refund: Refund, base: string) => ({
  resource: "refund",
  id: refund.id,
  mode: "test",
  amount: amountOf(payment.currency, refund.cents),
  status: refund.status,
  createdAt: iso(refund.createdAt),
  description: payment.description,
  paymentId: payment.id,
  _links: { self: link(`${base}/v2/payments/${payment.id}/refunds/${refund.id}`) }
})

export const chargebackJson = (payment: Payment, chargeback: Chargeback, base: string) => ({
  resource: "chargeback",
  id: chargeback.id,
  amount: amountOf(payment.currency, chargeback.cents),
  createdAt: iso(chargeback.createdAt),
  reversedAt: chargeback.reversedAt === null ? null : iso(chargeback.reversedAt),
  paymentId: payment.id,
  _links: { self: link(`${base}/v2/payments/${payment.id}/chargebacks/${chargeback.id}`) }
})

const sum = (all: ReadonlyArray<{ readonly cents: number }>) => all.reduce((total, { cents }) => total + cents, 0)

const endedAt = { paid: "paidAt", failed: "failedAt", canceled: "canceledAt", expired: "expiredAt" } as const

const detailsOf = ({ method, reason }: Payment) => ({
  ...(method === "paypal"
    ? { consumerName: "Jane Doe", consumerAccount: "jane@example.com" }
    : { cardHolder: "Jane Doe", cardNumber: "6787", cardLabel: "Visa" }),
  ...(method === "applepay" ? { wallet: "applepay" } : {}),
  ...(reason === null ? {} : { failureReason: reason, failureMessage: `The payment failed: ${reason}.` })
})

/** A payment in the shape of the API; what it has embedded is asked for by name. */
export const paymentJson = (payment: Payment, base: string, embed: ReadonlyArray<string> = []) => {
  const ended = payment.status in endedAt ? endedAt[payment.status as keyof typeof endedAt] : null
  return {
    resource: "payment",
    id: payment.id,
    mode: "test",
    createdAt: iso(payment.createdAt),
    status: payment.status,
    isCancelable: payment.status === "open",
    amount: amountOf(payment.currency, payment.cents),
    amountRefunded: amountOf(payment.currency, sum(payment.refunds)),
    amountRemaining: amountOf(payment.currency, remaining(payment)),
    ...(payment.chargebacks.length === 0
      ? {}
      : {
          amountChargedBack: amountOf(
            payment.currency,
            sum(payment.chargebacks.filter(({ reversedAt }) => reversedAt === null))
          )
        }),
    description: payment.description,
    method: payment.method,
    metadata: payment.metadata ?? null,
    details: payment.method === null ? null : detailsOf(payment),
    profileId: "pfl_loopback",
    ...(payment.customerId === null ? {} : { customerId: payment.customerId }),
    ...(payment.mandateId === null ? {} : { mandateId: payment.mandateId }),
    sequenceType: payment.sequence,
    redirectUrl: payment.redirectUrl,
    webhookUrl: payment.webhookUrl,
    locale: payment.locale,
    ...(ended === null ? {} : { [ended]: iso(payment.changedAt) }),
    _links: {
      self: link(`${base}/v2/payments/${payment.id}`),
      ...(payment.status === "open" && payment.sequence !== "recurring"
        ? { checkout: link(`${base}/checkout/${payment.id}`, "text/html") }
        : {})
    },
    ...(embed.length === 0
      ? {}
      : {
          _embedded: {
            ...(embed.includes("refunds")
              ? { refunds: payment.refunds.map((refund) => refundJson(payment, refund, base)) }
              : {}),
            ...(embed.includes("chargebacks")
              ? { chargebacks: payment.chargebacks.map((each) => chargebackJson(payment, each, base)) }
              : {})
          }
        })
  }
}

export const mandateJson = (mandate: Mandate, base: string) => ({
  resource: "mandate",
  id: mandate.id,
  mode: "test",
  status: mandate.status,
  method: mandate.method,
  details:
    mandate.method === "paypal"
      ? { consumerName: "Jane Doe", consumerAccount: "jane@example.com" }
      : {
          cardHolder: "Jane Doe",
          cardNumber: "6787",
          cardLabel: "Visa",
          cardExpiryDate: `${new Date(mandate.createdAt).getUTCFullYear() + 4}-12-31`,
          cardFingerprint: "fingerprint"
        },
  createdAt: iso(mandate.createdAt),
  _links: { self: link(`${base}/v2/customers/${mandate.customerId}/mandates/${mandate.id}`) }
})

/** A page of a list. */
export const listJson = (name: string, items: ReadonlyArray<unknown>) => ({
  count: items.length,
  _embedded: { [name]: items },
  _links: { previous: null, next: null }
})
