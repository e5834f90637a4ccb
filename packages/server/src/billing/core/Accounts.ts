import type { BillingCancelRequest, BillingDetailsUpdate, BillingParty, BillingView } from "@fleet/domain/Billing"
import type { Developer } from "@fleet/domain/Caller"
import { NotFound, type PlanLimit, type ValidationError } from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type Account, AccountStore } from "./AccountStore.ts"
import { BillingTime } from "./BillingTime.ts"
import { BillingViews } from "./BillingViews.ts"
import { momentOf } from "../rules/calendar.ts"
import { noAddons } from "../rules/prices.ts"
import { BillingPlans } from "./BillingPlans.ts"
import { ChargeStore } from "./ChargeStore.ts"
import { Parties } from "./Parties.ts"
import { Payments } from "./Payments.ts"
import { Periods } from "./Periods.ts"
import { Renewals } from "./Renewals.ts"

const refused = (field: string, rule: string) => Effect.fail(refusalOf({ field, rule }))

/** What Owners change of a billing account without a payment. */
export class Accounts extends Context.Service<
  Accounts,
  {
    readonly changeDetails: (
      owner: Developer,
      update: BillingDetailsUpdate
    ) => Effect.Effect<BillingView, NotFound | ValidationError>
    readonly cancel: (
      owner: Developer,
      request: BillingCancelRequest
    ) => Effect.Effect<BillingView, NotFound | PlanLimit>
    readonly resume: (owner: Developer) => Effect.Effect<BillingView, NotFound>
  }
>()("@fleet/server/billing/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const audit = yield* AuditLog
      const charges = yield* ChargeStore
      const parties = yield* Parties
      const payments = yield* Payments
      const periods = yield* Periods
      const plans = yield* BillingPlans
      const renewals = yield* Renewals
      const transaction = yield* Transaction
      const views = yield* BillingViews
      const time = yield* BillingTime

      const target = (orgId: OrgId) => ({ kind: "billing", id: orgId, label: "Billing account" })
      const lock = Effect.fnUntraced(function* (orgId: OrgId) {
        const account = yield* accounts.lock(orgId)
        return yield* Effect.mapError(Effect.fromOption(account), () => new NotFound())
      })

      const unfit = Effect.fnUntraced(function* ({ payer }: Account, update: BillingDetailsUpdate) {
        const other = payer.kind === "company" ? "full_name" : "company_name"
        if (update[other] !== undefined) return yield* refused(other, Rule.unknown)
        if (payer.kind === "person" && update.vat_id !== undefined) return yield* refused("vat_id", Rule.unknown)
        if (update.address !== undefined && update.address.country !== payer.address.country) {
          return yield* refused("address.country", Rule.notAllowed)
        }
      })

      const changeDetails = Effect.fn("Accounts.changeDetails")(function* (
        owner: Developer,
        update: BillingDetailsUpdate
      ) {
        const found = yield* accounts.find(owner.orgId)
        const account = yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        yield* unfit(account, update)
        const newId = update.vat_id !== undefined
        const party = { ...account.payer, ...update } as BillingParty
        yield* parties.checkPrintable(party, "")
        const checked = newId ? yield* parties.of(party, "") : null
        const now = DateTime.toDateUtc(yield* time)
        const sent = yield* transaction.run(
          Effect.gen(function* () {
            const held = yield* lock(owner.orgId)
            const payer = { ...held.payer, ...update, ...(checked === null ? {} : vatIdOf(checked.payer)) }
            const vat =
              checked === null
                ? {}
                : {
                    vat_id_status: checked.vat_id_status,
                    vat_proof: checked.vat_proof,
                    vat_check_at: checked.vat_id_status === "unverified" ? now : null
                  }
            const changed: Account = { ...held, ...vat, payer: payer as Account["payer"] }
            yield* accounts.save(changed)
            const fields = Object.keys(update)
            if (fields.length > 0) {
              yield* audit.recordBy(owner, "billing.details_changed", target(owner.orgId), { fields })
            }
            // What waited for an ID that passes is invoiced and charged now.
            const waits = checked === null ? Option.none() : yield* charges.held(owner.orgId)
            if (Option.isNone(waits)) return null
            const released = yield* renewals.release(changed, waits.value)
            yield* periods.refresh(owner.orgId)
            return released
          })
        )
        // What does not reach the provider is charged again by the work that comes due.
        if (sent !== null) yield* Effect.ignore(payments.send(sent))
        return yield* views.of(owner.orgId)
      })

      const cancel = Effect.fn("Accounts.cancel")(function* (owner: Developer, { reason }: BillingCancelRequest) {
        yield* transaction.run(
          Effect.gen(function* () {
            const account = yield* lock(owner.orgId)
            if (account.status !== "active" || account.period_end === null) return yield* new NotFound()
            yield* plans.fits(owner.orgId, "basic", noAddons)
            if ((yield* plans.pending(owner.orgId)) === "basic") return
            yield* plans.choose(owner.orgId, {
              target: "basic",
              reason: "cancel",
              effectiveAt: momentOf(account.period_end),
              chosenBy: owner.id
            })
            yield* audit.recordBy(owner, "billing.canceled", target(owner.orgId), { reason: reason ?? null })
          })
        )
        return yield* views.of(owner.orgId)
      })

      const resume = Effect.fn("Accounts.resume")(function* (owner: Developer) {
        yield* transaction.run(
          Effect.gen(function* () {
            const account = yield* lock(owner.orgId)
            const pending = yield* plans.pending(owner.orgId)
            if (pending === null && account.scheduled === null) return yield* new NotFound()
            if (pending !== null) yield* plans.withdraw(owner.orgId)
            yield* accounts.save({ ...account, scheduled: null })
            yield* audit.recordBy(owner, "billing.resumed", target(owner.orgId))
          })
        )
        return yield* views.of(owner.orgId)
      })

      return Accounts.of({ changeDetails, cancel, resume })
    })
  )
}

const vatIdOf = (payer: Account["payer"]) => (payer.kind === "company" ? { vat_id: payer.vat_id } : {})
