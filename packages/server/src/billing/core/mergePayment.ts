import { raised } from "../rules/attempts.ts"
import type { Attempt } from "./AttemptStore.ts"

export { isEnded } from "../rules/attempts.ts"

/** Money that was given back. */
export interface SeenRefund {
  readonly id: string
  readonly cents: number
  readonly done: boolean
}

/** What the provider says of a payment, as far as it concerns an attempt. */
export interface SeenPayment {
  readonly id: string
  /** The attempt that its metadata names. */
  readonly attemptId: string | null
  readonly status: string
  readonly currency: string
  readonly cents: number
  readonly checkoutUrl: string | null
  readonly reason: string | null
  readonly paidAt: Date | null
  readonly mandateId: string | null
  readonly wallet: "applepay" | null
  readonly refunds: ReadonlyArray<SeenRefund>
  readonly chargedBackCents: number
}

/** Whether it is the payment that the attempt asked for. */
export const isOfAttempt = (attempt: Attempt, seen: SeenPayment): boolean =>
  seen.currency.toLowerCase() === attempt.currency &&
  seen.cents === attempt.gross_cents &&
  seen.attemptId === attempt.id &&
  (attempt.provider_id === null || attempt.provider_id === seen.id)

/**
 * The attempt with what was seen of its payment at `startedAt`. Its rank never falls; what ended without money may still
 * turn out to be paid. Sums that were given back or charged back are taken from the newest look alone.
 */
export const mergePayment = (attempt: Attempt, seen: SeenPayment, startedAt: Date): Attempt => {
  const status = raised(attempt.status, seen.status)
  const moved = status !== attempt.status
  const newer = attempt.fetched_at === null || startedAt > attempt.fetched_at
  return {
    ...attempt,
    provider_id: seen.id,
    checkout_url: attempt.checkout_url ?? seen.checkoutUrl,
    mandate_id: attempt.mandate_id ?? seen.mandateId,
    ...(moved ? { status, reason: status === "paid" ? null : (seen.reason ?? attempt.reason) } : {}),
    ...(moved && status === "paid" ? { paid_at: seen.paidAt ?? startedAt } : {}),
    ...(newer
      ? {
          fetched_at: startedAt,
          refunded_cents: seen.refunds.reduce((sum, { cents, done }) => (done ? sum + cents : sum), 0),
          charged_back_cents: seen.chargedBackCents
        }
      : {})
  }
}
