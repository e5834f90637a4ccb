import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type Account, AccountStore } from "./AccountStore.ts"
import { AttemptStore } from "./AttemptStore.ts"
import { BillingMails } from "./BillingMails.ts"
import { BillingTime } from "./BillingTime.ts"
import { Payments } from "./Payments.ts"
import { PaymentProvider } from "./PaymentProvider.ts"
import { Periods } from "./Periods.ts"
import { Renewals } from "./Renewals.ts"
import { ReturnStore } from "./ReturnStore.ts"
import { VatIds } from "./VatIds.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Pauses between tries at the provider, in minutes; the last one repeats. */
const pauses = [1, 5, 30, 60]

/** Everything that comes due, each kind in the order of its time. Several processes may do it at once. */
export class BillingWork extends Context.Service<
  BillingWork,
  {
    /** Does all that is due now; answers whether there was anything. */
    readonly drain: Effect.Effect<boolean>
  }
>()("@fleet/server/billing/BillingWork") {
  static readonly layer = Layer.effect(
    BillingWork,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const attempts = yield* AttemptStore
      const mails = yield* BillingMails
      const payments = yield* Payments
      const periods = yield* Periods
      const provider = yield* PaymentProvider
      const renewals = yield* Renewals
      const returns = yield* ReturnStore
      const transaction = yield* Transaction
      const vatIds = yield* VatIds
      const time = yield* BillingTime

      const until = (ms: number) => Effect.map(time, (at) => new Date(DateTime.toEpochMillis(at) + ms))
      const now = until(0)

      const look = Effect.gen(function* () {
        const claimed = Option.getOrNull(yield* attempts.claim(yield* now, yield* until(minuteMs)))
        if (claimed === null) return false
        yield* Effect.catch(payments.look(claimed), () => putOff(claimed.id, claimed.looks))
        return true
      })

      const putOff = Effect.fnUntraced(function* (id: string, looks: number) {
        const attempt = Option.getOrThrow(yield* attempts.find(id))
        const minutes = pauses[Math.min(looks, pauses.length) - 1] ?? 1
        yield* attempts.save({ ...attempt, look_at: yield* until(minutes * minuteMs) })
      })

      const giveBack = Effect.gen(function* () {
        const claimed = Option.getOrNull(yield* returns.claim(yield* now, yield* until(10 * minuteMs)))
        if (claimed === null) return false
        yield* provider.giveBack(claimed.provider_id, claimed.body, claimed.id).pipe(
          Effect.andThen(returns.end(claimed.id, "done")),
          Effect.catch((fault) =>
            fault.kind === "rejected"
              ? Effect.andThen(
                  Effect.logError("the provider refused to give a payment back", claimed.provider_id),
                  returns.end(claimed.id, "refused")
                )
              : Effect.void
          )
        )
        return true
      })

      const revoke = Effect.gen(function* () {
        const claimed = Option.getOrNull(yield* returns.claimRevocation(yield* now, yield* until(10 * minuteMs)))
        if (claimed === null) return false
        yield* provider.revoke(claimed.customer_id, claimed.mandate_id).pipe(
          Effect.catch((fault) => (fault.kind === "unavailable" ? Effect.fail(fault) : Effect.void)),
          Effect.andThen(returns.endRevocation(claimed.mandate_id)),
          Effect.ignore
        )
        return true
      })

      const checkVatId = Effect.gen(function* () {
        const claimed = Option.getOrNull(yield* accounts.claimVatCheck(yield* now, yield* until(hourMs)))
        if (claimed === null) return false
        const { payer } = claimed
        if (payer.kind !== "company" || payer.vat_id === null) return true
        const answer = yield* vatIds.check(payer.address.country, payer.vat_id)
        yield* transaction.run(noteVatId(claimed, answer))
        return true
      })

      const noteVatId = Effect.fnUntraced(function* (
        { org_id, payer }: Account,
        { proof, status }: Effect.Success<ReturnType<typeof vatIds.check>>
      ) {
        const account = Option.getOrThrow(yield* accounts.lock(org_id))
        const same =
          payer.kind === "company" && account.payer.kind === "company" && payer.vat_id === account.payer.vat_id
        // A silent VIES changes nothing of what is known.
        if (!same || status === "unverified") return
        yield* accounts.save({ ...account, vat_id_status: status, vat_proof: proof })
        if (status === "invalid" && account.vat_id_status !== "invalid") {
          yield* mails.post(org_id, "vat_id_invalid", account.period_end)
        }
        yield* periods.refresh(org_id)
      })

      /** A defect is logged and ends the round; its item was claimed, and is due again later. */
      const each = (fault: string, one: Effect.Effect<boolean>) => {
        const guarded = Effect.catchDefect(one, (defect) => Effect.as(Effect.logError(fault, defect), false))
        return Effect.gen(function* () {
          let some = false
          while (yield* guarded) some = true
          return some
        })
      }

      return BillingWork.of({
        drain: Effect.gen(function* () {
          const looked = yield* provider.configured
            ? each("a payment could not be looked at", look)
            : Effect.succeed(false)
          const checked = yield* each("a VAT ID could not be checked", checkVatId)
          const renewed = yield* each("a due account could not be billed", renewals.next)
          if (!provider.configured) return checked || renewed
          const given = yield* each("money could not be given back", giveBack)
          const revoked = yield* each("a mandate could not be revoked", revoke)
          return looked || checked || renewed || given || revoked
        })
      })
    })
  )
}
