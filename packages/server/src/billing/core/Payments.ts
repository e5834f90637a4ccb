import type { Currency } from "@fleet/domain/Billing"
import { PaymentProviderUnavailable } from "@fleet/domain/Errors"
import type { CheckoutId, InvoiceId, OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { operator } from "../../org/Orgs.ts"
import { Settings } from "../../platform/settings/Settings.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { AccountStore } from "./AccountStore.ts"
import { valueOf } from "./amountOf.ts"
import { type Attempt, AttemptStore } from "./AttemptStore.ts"
import { BillingTime } from "./BillingTime.ts"
import { ChargeStore } from "./ChargeStore.ts"
import { isEnded, type SeenPayment } from "./mergePayment.ts"
import { PaymentProvider, type ProviderFault } from "./PaymentProvider.ts"
import { ReturnStore } from "./ReturnStore.ts"
import { Settlement } from "./Settlement.ts"
import { WebhookMarks } from "./WebhookMarks.ts"

/** The provider keeps keys for an hour: after this a request is not sent again, but looked up. */
const keyMs = 55 * 60_000

/** After this a request whose answer never came is sent again. */
const resendMs = 2 * 60_000

/** What is to be paid, and how. */
export interface Asked {
  readonly orgId: OrgId
  readonly customerId: string
  readonly checkoutId: CheckoutId | null
  readonly chargeId: string | null
  readonly invoiceId: InvoiceId | null
  readonly currency: Currency
  readonly gross: number
  readonly description: string
  /** Null for a payment on the provider's page, which gives a mandate. */
  readonly mandateId: string | null
  readonly methods?: ReadonlyArray<string>
  readonly locale?: string
}

export const unavailable = ({ status }: ProviderFault) =>
  new PaymentProviderUnavailable({ details: { provider: "mollie", status } })

/** Takes money: each try is written before it is asked for, and what became of it is asked until that is known. */
export class Payments extends Context.Service<
  Payments,
  {
    /** Writes the try, in the caller's transaction, which also writes what it is for. */
    readonly write: (asked: Asked) => Effect.Effect<string>
    /** Asks for it, after the commit. */
    readonly send: (attemptId: string) => Effect.Effect<Attempt, ProviderFault>
    /** Asks what became of it, where that is not known. */
    readonly look: (attempt: Attempt) => Effect.Effect<Attempt, ProviderFault>
  }
>()("@fleet/server/billing/Payments") {
  static readonly layer = Layer.effect(
    Payments,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const attempts = yield* AttemptStore
      const audit = yield* AuditLog
      const charges = yield* ChargeStore
      const provider = yield* PaymentProvider
      const returns = yield* ReturnStore
      const settlement = yield* Settlement
      const transaction = yield* Transaction
      const time = yield* BillingTime
      const { addressOf } = yield* WebhookMarks
      const { consoleOrigin } = yield* Settings
      const now = Effect.map(time, DateTime.toDateUtc)

      const write = Effect.fn("Payments.write")(function* (asked: Asked) {
        const id = crypto.randomUUID()
        const hosted =
          asked.mandateId === null
            ? {
                sequenceType: "first",
                redirectUrl: `${consoleOrigin}/settings/billing?checkout=${asked.checkoutId}`,
                ...(asked.methods === undefined ? {} : { method: asked.methods }),
                ...(asked.locale === undefined ? {} : { locale: asked.locale })
              }
            : { sequenceType: "recurring", mandateId: asked.mandateId }
        const body = JSON.stringify({
          amount: { currency: asked.currency.toUpperCase(), value: valueOf(asked.gross) },
          description: asked.description,
          customerId: asked.customerId,
          webhookUrl: addressOf(id),
          metadata: { attempt_id: id },
          ...hosted
        })
        const at = yield* now
        yield* attempts.insert(
          {
            id,
            org_id: asked.orgId,
            checkout_id: asked.checkoutId,
            charge_id: asked.chargeId,
            invoice_id: asked.invoiceId,
            sequence: asked.mandateId === null ? "first" : "recurring",
            body,
            currency: asked.currency,
            gross_cents: asked.gross
          },
          at,
          new Date(at.getTime() + resendMs)
        )
        return id
      })

      /** The mandate that a payment gave is the account's once it is valid; the one before is revoked after the commit. */
      const adopt = Effect.fnUntraced(function* (attempt: Attempt, { wallet }: SeenPayment) {
        if (attempt.status !== "paid" || attempt.sequence !== "first" || attempt.mandate_id === null) return attempt
        const account = yield* accounts.find(attempt.org_id)
        if (Option.isNone(account) || account.value.customer_id === null) return attempt
        const { customer_id } = account.value
        if (attempt.used !== true) {
          if (attempt.mandate_id !== account.value.mandate_id) {
            yield* transaction.run(returns.revoke(attempt.org_id, customer_id, attempt.mandate_id))
          }
          return attempt
        }
        if (account.value.mandate_id === attempt.mandate_id || account.value.status === "canceled") return attempt
        // One that was revoked since is nothing to adopt.
        const mandate = yield* Effect.catchIf(
          provider.mandate(customer_id, attempt.mandate_id),
          ({ kind }) => kind === "gone",
          () => Effect.succeed(null)
        )
        if (mandate === null || mandate.status === "invalid") return attempt
        if (mandate.status === "pending") {
          const again = DateTime.toDateUtc(DateTime.add(yield* time, { minutes: 5 }))
          yield* attempts.save({ ...attempt, look_at: again })
          return attempt
        }
        // To the provider a mandate by Apple Pay is one of a card.
        const method =
          mandate.method.kind === "card" && wallet !== null ? { ...mandate.method, kind: wallet } : mandate.method
        yield* transaction.run(
          Effect.gen(function* () {
            const held = Option.getOrThrow(yield* accounts.lock(attempt.org_id))
            if (held.mandate_id === mandate.id) return
            const newer = (yield* attempts.mandatesOf(attempt.org_id)).some(
              (other) => other.mandate_id === held.mandate_id && other.paid_at! > attempt.paid_at!
            )
            const [kept, dropped] = newer ? [held.mandate_id!, mandate.id] : [mandate.id, held.mandate_id]
            if (dropped !== null) yield* returns.revoke(attempt.org_id, customer_id, dropped)
            if (newer) return
            yield* accounts.save({ ...held, mandate_id: kept, method })
            yield* audit.record({
              orgId: attempt.org_id,
              actor: operator,
              action: "billing.payment_method_changed",
              details: { kind: method.kind }
            })
          })
        )
        return attempt
      })

      const send = Effect.fn("Payments.send")(function* (id: string) {
        const attempt = Option.getOrThrow(yield* attempts.find(id))
        const startedAt = yield* now
        const seen = yield* provider.createPayment(attempt.body, id).pipe(
          Effect.tapError((fault) =>
            fault.kind === "rejected"
              ? settlement.fail(id, "failed", "rejected")
              : Effect.flatMap(attempts.find(id), (found) => {
                  const known = Option.getOrThrow(found)
                  return known.status === "created" ? attempts.save({ ...known, status: "unknown" }) : Effect.void
                })
          )
        )
        return yield* adopt(yield* settlement.apply(id, seen, startedAt), seen)
      })

      const lookUp = Effect.fnUntraced(function* (attempt: Attempt) {
        const { customerId } = JSON.parse(attempt.body) as { readonly customerId: string }
        const startedAt = yield* now
        const seen = yield* provider.paymentOf(customerId, attempt.id)
        if (seen === null) return yield* settlement.fail(attempt.id, "lost", "lost")
        return yield* adopt(yield* settlement.apply(attempt.id, seen, startedAt), seen)
      })

      const look = Effect.fn("Payments.look")(function* (attempt: Attempt) {
        if (attempt.provider_id !== null) {
          const startedAt = yield* now
          const seen = yield* provider.payment(attempt.provider_id)
          return yield* adopt(yield* settlement.apply(attempt.id, seen, startedAt), seen)
        }
        if (isEnded(attempt)) return attempt
        const age = (yield* now).getTime() - attempt.created_at.getTime()
        const charge = attempt.charge_id === null ? Option.none() : yield* charges.find(attempt.charge_id)
        const unwanted = Option.isSome(charge) && charge.value.state === "void"
        return yield* age < keyMs && !unwanted ? send(attempt.id) : lookUp(attempt)
      })

      return Payments.of({ write, send, look })
    })
  )
}
