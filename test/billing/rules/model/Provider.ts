import type { Random } from "../random.ts"

export interface Payment {
  readonly id: number
  readonly attempt: number
  readonly gross: number
  readonly hosted: boolean
  status: "open" | "pending" | "paid" | "failed" | "expired"
  refunds: Array<{ readonly id: string; readonly cents: number }>
  chargedBack: boolean
  mandate: number | null
  paidAt: number
}

/** What a look at a payment showed, and when it was begun. */
export interface Seen {
  readonly payment: Payment
  readonly startedAt: number
}

export class Silence extends Error {}

const keyMs = 3_600_000

/** The payment provider as a server sees it: it may be away, or take a payment and never say so. */
export class Provider {
  readonly payments: Array<Payment> = []
  readonly mandates = new Set<number>()
  readonly #keys = new Map<string, { readonly payment: Payment; readonly at: number }>()
  /** Looks that webhooks led to, and that are not written yet. */
  readonly looks: Array<Seen> = []
  mode: "well" | "away" | "drops" = "well"
  next: "paid" | "failed" | "pending" = "paid"
  #clock = 0
  #mandate = 0

  look(payment: Payment): Seen {
    this.#clock += 1
    return { payment: structuredClone(payment), startedAt: this.#clock }
  }

  told(payment: Payment) {
    this.looks.push(this.look(payment))
  }

  reach() {
    if (this.mode === "away") throw new Silence()
  }

  post(key: string, attempt: number, gross: number, hosted: boolean, now: number): Payment {
    this.reach()
    const known = this.#keys.get(key)
    if (known !== undefined && now - known.at < keyMs) return known.payment
    const status = hosted ? "open" : this.next
    const payment: Payment = {
      id: this.payments.length + 1,
      attempt,
      gross,
      hosted,
      status,
      refunds: [],
      chargedBack: false,
      mandate: null,
      paidAt: now
    }
    this.payments.push(payment)
    this.#keys.set(key, { payment, at: now })
    this.told(payment)
    if (this.mode === "drops") {
      this.mode = "well"
      throw new Silence()
    }
    return payment
  }

  end(payment: Payment, status: "paid" | "failed" | "expired", now: number) {
    payment.status = status
    payment.paidAt = now
    if (status === "paid" && payment.hosted) {
      this.#mandate += 1
      payment.mandate = this.#mandate
      this.mandates.add(this.#mandate)
    }
    this.told(payment)
  }

  refund(payment: Payment, cents: number, id: string) {
    this.reach()
    if (payment.refunds.some((refund) => refund.id === id)) return
    payment.refunds.push({ id, cents })
    this.told(payment)
  }

  /** What is in our hands, in cents. */
  get taken(): number {
    return this.payments.reduce((sum, { chargedBack, gross, refunds, status }) => {
      const back = refunds.reduce((total, { cents }) => total + cents, 0)
      return status === "paid" ? sum + (chargedBack ? 0 : gross) - back : sum
    }, 0)
  }

  someOpen(random: Random): Payment | undefined {
    const open = this.payments.filter(({ status }) => status === "open" || status === "pending")
    return open.length === 0 ? undefined : random.of(open)
  }
}
