import type { Developer } from "@fleet/domain/Caller"
import {
  NotFound,
  PlanLimit,
  TargetStateConflict,
  type TierRequired,
  type TokenRevoked,
  type ValidationError
} from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import { type OrgPlan, type PlanChangeRequest, type PlanKeep, planNames } from "@fleet/domain/Plans"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog, auditTarget } from "../../audit/AuditLog.ts"
import { noAddons, OrgPlans } from "../../org/OrgPlans.ts"
import { Orgs } from "../../org/Orgs.ts"
import { ownersOnly } from "../../org/ownersOnly.ts"
import { type CutKind, PlanCutStore } from "./PlanCutStore.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { liftedBy, PlanTable } from "../PlanTable.ts"
import { countedKinds, Plans } from "../Plans.ts"
import { PlanChangeMails } from "./PlanChangeMails.ts"
import { PlanCuts } from "./PlanCuts.ts"

const listOf: Readonly<Record<CutKind, keyof PlanKeep>> = {
  seats: "developers",
  robots: "robots",
  apps: "apps",
  app_users: "app_users"
}

/** Changes to a lower plan, as developers choose them: at the end of the period, in a locked org at once. */
export class PlanChanges extends Context.Service<
  PlanChanges,
  {
    /** In place of the pending one. In a locked org an Owner's, to basic: it is made before the answer. */
    readonly choose: (
      developer: Developer,
      request: PlanChangeRequest
    ) => Effect.Effect<OrgPlan, ValidationError | TierRequired | TargetStateConflict | PlanLimit | TokenRevoked>
    readonly withdraw: (developer: Developer) => Effect.Effect<void, NotFound | TokenRevoked>
    /** Makes the changes whose time has come, in the order of their times. */
    readonly runDue: Effect.Effect<void>
  }
>()("@fleet/server/PlanChanges") {
  static readonly layer = Layer.effect(
    PlanChanges,
    Effect.gen(function* () {
      const audit = yield* AuditLog
      const cuts = yield* PlanCuts
      const mails = yield* PlanChangeMails
      const orgPlans = yield* OrgPlans
      const orgs = yield* Orgs
      const plans = yield* Plans
      const store = yield* PlanCutStore
      const table = yield* PlanTable
      const transaction = yield* Transaction

      orgPlans.onPending(({ by, change, orgId, what }) => {
        const at = change.reason === "lock" ? null : change.effective_at
        return mails.post(orgId, { kind: `plan_change_${what}`, target: change.target_plan, at, by })
      })
      orgPlans.onApplied(
        Effect.fnUntraced(function* (change) {
          const { keep, orgId, to } = change
          const over = yield* Effect.option(Effect.flip(plans.admitPlan(orgId, to, noAddons)))
          if (keep !== null) yield* cuts.begin(orgId, change)
          const kind = keep === null && Option.isSome(over) ? "plan_change_over" : "plan_change_applied"
          yield* mails.post(orgId, { kind, target: to, at: null, by: null })
        })
      )

      const record = Effect.fnUntraced(function* (developer: Developer, action: string, details?: {}) {
        const plan = { id: developer.orgId, name: yield* store.name(developer.orgId) }
        yield* audit.record({
          orgId: developer.orgId,
          actor: developer,
          action,
          target: auditTarget("org", plan),
          details
        })
      })

      /** A list of what stays: each of the org's, none twice. */
      const checkIds = Effect.fnUntraced(function* (orgId: OrgId, kind: CutKind, ids: ReadonlyArray<string>) {
        const known = yield* store.known(orgId, kind, ids)
        for (const [index, id] of ids.entries()) {
          const field = `keep.${listOf[kind]}[${index}]`
          if (!known.has(id)) return yield* refusalOf({ field, rule: Rule.notFound })
          if (ids.indexOf(id) !== index) return yield* refusalOf({ field, rule: Rule.duplicate })
        }
      })

      const checkKeep = Effect.fnUntraced(function* (orgId: OrgId, plan: "basic" | "plus", keep: PlanKeep) {
        for (const kind of countedKinds) yield* checkIds(orgId, kind, keep[listOf[kind]])
        for (const limit of countedKinds) {
          const ids = keep[listOf[limit]]
          const max = table[plan].limits[limit] ?? Infinity
          const owners = limit === "seats" ? (yield* store.owners(orgId)).map(({ id }) => id) : []
          const others = ids.filter((id) => !owners.includes(id)).length
          const used = ids.length > max || others === 0 ? ids.length : owners.length + others
          if (used <= max) continue
          const lifted_by = liftedBy(table, { plan, addons: noAddons, terms: null }, limit)
          return yield* new PlanLimit({ details: { limit, used, max, plan, lifted_by } })
        }
      })

      const choose = Effect.fn("PlanChanges.choose")(function* (
        developer: Developer,
        { keep, target_plan }: PlanChangeRequest
      ) {
        const { orgId } = developer
        const caller = yield* orgs.lockForUpdate(developer)
        const locked = yield* orgPlans.hold(orgId)
        const { period_ends_at, plan } = yield* plans.describe(orgId)
        const conflict = (rule: string) => new TargetStateConflict({ details: { field: "target_plan", rule } })
        if (locked) {
          yield* ownersOnly(caller)
          if (target_plan !== "basic") return yield* conflict("locked_basic_only")
        } else if (planNames.indexOf(target_plan) >= planNames.indexOf(plan)) return yield* conflict("not_lower")
        if (keep === null) yield* plans.admitPlan(orgId, target_plan, noAddons)
        else yield* checkKeep(orgId, target_plan, keep)

        const now = DateTime.toDateUtc(yield* DateTime.now)
        const effective_at = locked ? now : DateTime.toDateUtc(period_ends_at)
        yield* orgPlans.schedule(orgId, {
          target_plan,
          reason: locked ? "lock" : "downgrade",
          effective_at,
          keep,
          chosen_by: developer.id,
          chosen_at: now
        })
        yield* record(developer, "billing.plan_changed", { from: plan, to: target_plan, effective_at })
        if (locked) yield* orgPlans.apply(orgId)
        return yield* plans.describe(orgId)
      }, transaction.run)

      const withdraw = Effect.fn("PlanChanges.withdraw")(function* (developer: Developer) {
        yield* orgs.lockForUpdate(developer)
        if (!(yield* orgPlans.withdraw(developer.orgId, developer.id))) return yield* new NotFound()
        yield* record(developer, "billing.resumed")
      }, transaction.run)

      const runDue = Effect.gen(function* () {
        const now = DateTime.toDateUtc(yield* DateTime.now)
        for (const orgId of yield* orgPlans.due(now)) {
          yield* Effect.catchDefect(Effect.asVoid(orgPlans.apply(orgId, now)), (defect) =>
            Effect.logError("the change of a plan could not be made", orgId, defect)
          )
        }
      })

      return PlanChanges.of({ choose, withdraw, runDue })
    })
  )
}
