import type { Currency } from "@fleet/domain/Billing"
import type { PlanLimit } from "@fleet/domain/Errors"
import type { DeveloperId, OrgId } from "@fleet/domain/Ids"
import type { Addons, PlanName } from "@fleet/domain/Plans"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type AppliedChange, OrgPlans } from "../../org/OrgPlans.ts"
import { Plans } from "../../plans/Plans.ts"
import { BillingTime } from "./BillingTime.ts"

/** What billing reads and writes of an organisation's plan, within transactions that hold the organisation's row. */
export class BillingPlans extends Context.Service<
  BillingPlans,
  {
    readonly planOf: (orgId: OrgId) => Effect.Effect<PlanName>
    readonly put: (
      orgId: OrgId,
      plan: {
        readonly plan: PlanName
        readonly addons: Addons
        readonly currency: Currency
        readonly periodEndsAt: DateTime.Utc | null
      }
    ) => Effect.Effect<void>
    /** The target of the change that waits; null where none does. */
    readonly pending: (orgId: OrgId) => Effect.Effect<PlanName | null>
    readonly choose: (
      orgId: OrgId,
      change: {
        readonly target: "basic" | "plus"
        readonly reason: "downgrade" | "cancel"
        readonly effectiveAt: DateTime.Utc
        readonly chosenBy: DeveloperId
      }
    ) => Effect.Effect<void>
    readonly withdraw: (orgId: OrgId) => Effect.Effect<void>
    /** Makes the change that waits, whatever its time. */
    readonly apply: (orgId: OrgId) => Effect.Effect<void>
    readonly onApplied: (listener: (change: AppliedChange) => Effect.Effect<void>) => void
    readonly setLocked: (orgId: OrgId, locked: boolean) => Effect.Effect<void>
    readonly isLocked: (orgId: OrgId) => Effect.Effect<boolean>
    /** Refuses where more is used than the plan with these add-ons has. */
    readonly fits: (orgId: OrgId, plan: PlanName, addons: Addons) => Effect.Effect<void, PlanLimit>
  }
>()("@fleet/server/billing/BillingPlans") {
  static readonly layer = Layer.effect(
    BillingPlans,
    Effect.gen(function* () {
      const orgPlans = yield* OrgPlans
      const plans = yield* Plans
      const time = yield* BillingTime
      return BillingPlans.of({
        planOf: plans.of,
        put: orgPlans.put,
        pending: (orgId) =>
          Effect.map(orgPlans.pending(orgId), (change) =>
            Option.getOrNull(Option.map(change, ({ target_plan }) => target_plan))
          ),
        choose: Effect.fnUntraced(function* (orgId, { chosenBy, effectiveAt, reason, target }) {
          yield* orgPlans.schedule(orgId, {
            target_plan: target,
            reason,
            effective_at: DateTime.toDateUtc(effectiveAt),
            keep: null,
            chosen_by: chosenBy,
            chosen_at: DateTime.toDateUtc(yield* time)
          })
        }),
        withdraw: (orgId) => Effect.asVoid(orgPlans.withdraw(orgId)),
        apply: (orgId) => Effect.asVoid(orgPlans.apply(orgId)),
        onApplied: orgPlans.onApplied,
        setLocked: (orgId, locked) => Effect.asVoid(locked ? orgPlans.lock(orgId) : orgPlans.unlock(orgId)),
        isLocked: orgPlans.hold,
        fits: plans.admitPlan
      })
    })
  )
}
