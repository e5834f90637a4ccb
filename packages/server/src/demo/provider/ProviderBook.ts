import { randomBytes } from "node:crypto"

export interface Refund {
  readonly id: string
  readonly cents: number
  readonly createdAt: number
  readonly status: string
}

export interface Chargeback {
  readonly id: string
  readonly cents: number
  readonly createdAt: number
  reversedAt: number | null
}

export interface Payment {
  readonly id: string
  readonly createdAt: number
  readonly currency: string
  readonly cents: number
  readonly description: string
  readonly metadata: unknown
  readonly customerId: string | null
  readonly sequence: "first" | "recurring" | "oneoff"
  readonly methods: ReadonlyArray<string>
  readonly redirectUrl: string | null
  readonly cancelUrl: string | null
  readonly webhookUrl: string | null
  readonly locale: string
  status: "open" | "pending" | "paid" | "failed" | "canceled" | "expired"
  method: string | null
  mandateId: string | null
  changedAt: number
  reason: string | null
  readonly refunds: Array<Refund>
  readonly chargebacks: Array<Chargeback>
}

export interface Mandate {
  readonly id: string
  readonly customerId: string
  readonly method: "creditcard" | "paypal"
  readonly createdAt: number
  status: "valid" | "pending" | "invalid"
  revoked: boolean
}

interface Customer {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly createdAt: number
}

/** How the next charge of a mandate ends. */
export interface NextCharge {
  readonly outcome: "paid" | "failed" | "pending"
  readonly reason: string
}

/** All that the provider knows. Times are milliseconds of its own clock. */
export interface Kept {
  aheadMs: number
  next: NextCharge | null
  customers: Record<string, Customer>
  payments: Record<string, Payment>
  mandates: Record<string, Mandate>
}

export const emptyBook = (): Kept => ({ aheadMs: 0, next: null, customers: {}, payments: {}, mandates: {} })

export const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`

/** What may still be given back. */
export const remaining = ({ cents, chargebacks, refunds, status }: Payment): number =>
  status === "paid"
    ? cents -
      refunds.reduce((sum, refund) => sum + refund.cents, 0) -
      chargebacks.filter(({ reversedAt }) => reversedAt === null).reduce((sum, each) => sum + each.cents, 0)
    : 0

const mandateMethod = (method: string) => (method === "paypal" ? ("paypal" as const) : ("creditcard" as const))

/** What happens to a payment. Each answers whether anything changed, which the webhook then tells. */
export const acts = {
  pay: (book: Kept, payment: Payment, now: number, method: string): boolean => {
    if (payment.status !== "open" && payment.status !== "pending") return false
    if (payment.status === "open" && !payment.methods.includes(method)) return false
    payment.status = "paid"
    payment.method ??= method
    payment.changedAt = now
    if (payment.sequence === "first" && payment.customerId !== null) {
      const id = newId("mdt")
      book.mandates[id] = {
        id,
        customerId: payment.customerId,
        method: mandateMethod(method),
        createdAt: now,
        status: "valid",
        revoked: false
      }
      payment.mandateId = id
    }
    return true
  },
  end: (payment: Payment, now: number, status: "failed" | "canceled" | "expired", reason: string | null): boolean => {
    if (payment.status !== "open" && payment.status !== "pending") return false
    payment.status = status
    payment.reason = reason
    payment.changedAt = now
    return true
  },
  chargeBack: (payment: Payment, now: number): boolean => {
    const cents = remaining(payment)
    if (cents <= 0) return false
    payment.chargebacks.push({ id: newId("chb"), cents, createdAt: now, reversedAt: null })
    return true
  },
  reverse: (payment: Payment, now: number): boolean => {
    const last = payment.chargebacks.findLast(({ reversedAt }) => reversedAt === null)
    if (last === undefined) return false
    last.reversedAt = now
    return true
  },
  giveBack: (payment: Payment, now: number, cents: number): Refund | null => {
    if (cents <= 0 || cents > remaining(payment)) return null
    const refund = { id: newId("re"), cents, createdAt: now, status: "refunded" }
    payment.refunds.push(refund)
    return refund
  }
}
