import { PlanLimit, PlanRequired } from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import type { OrgPlan, PlanName } from "@fleet/domain/Plans"
import { Context, DateTime, Effect, Layer } from "effect"
import { Settings } from "../platform/settings/Settings.ts"
import { liftedBy, type PaidFeature, PlanTable, requiredPlan } from "./PlanTable.ts"
import { PlanStore } from "./PlanStore.ts"
import { type Counted, PlanUsageStore } from "./PlanUsageStore.ts"

/** Nothing is bought in addition yet. */
const addons = { seats: 0, robots: 0, apps: 0, app_user_packs: 0, live_video_packs: 0 }

/** What the server keeps for fewer days than the plan says is limited to those. */
const atMost = (limit: number | null, ceiling: number) => (limit === null ? null : Math.min(limit, ceiling))

/** On every plan. */
const included = {
  app_mcp: true,
  two_factor: true,
  require_two_factor: true,
  hosted_logo: true,
  audit_export: true
}

/** The plan of an organisation: what it includes, and whether there is room for one more of what is counted. */
export class Plans extends Context.Service<
  Plans,
  {
    readonly of: (orgId: OrgId) => Effect.Effect<PlanName>
    /**
     * Refuses one more where the plan's limit is reached or passed. Exact within a transaction that has locked the org;
     * a first look without.
     */
    readonly admit: (orgId: OrgId, counted: Counted) => Effect.Effect<void, PlanLimit>
    /** Refuses what the plan does not include. */
    readonly require: (orgId: OrgId, feature: PaidFeature) => Effect.Effect<void, PlanRequired>
    /** The plan beside what the org uses of it, counted now. */
    readonly describe: (orgId: OrgId) => Effect.Effect<OrgPlan>
  }
>()("@fleet/server/Plans") {
  static readonly layer = Layer.effect(
    Plans,
    Effect.gen(function* () {
      const store = yield* PlanStore
      const usage = yield* PlanUsageStore
      const table = yield* PlanTable
      const { auditDays, historyDays } = yield* Settings

      const planOf = (orgId: OrgId) => Effect.map(store.get(orgId), ({ plan }) => plan)

      const admit = Effect.fn("Plans.admit")(function* (orgId: OrgId, counted: Counted) {
        const plan = yield* planOf(orgId)
        const max = table[plan].limits[counted]
        if (max === null) return
        const used = yield* usage.count(counted, { orgId, now: DateTime.toDateUtc(yield* DateTime.now) })
        if (used < max) return
        const lifted_by = liftedBy(table, plan, counted)
        return yield* new PlanLimit({ details: { limit: counted, used, max, plan, lifted_by } })
      })

      const require = Effect.fn("Plans.require")(function* (orgId: OrgId, feature: PaidFeature) {
        const plan = yield* planOf(orgId)
        if (table[plan].features[feature]) return
        const required_plan = requiredPlan(table, plan, feature)
        return yield* new PlanRequired({ details: { feature, plan, required_plan } })
      })

      const describe = Effect.fn("Plans.describe")(function* (orgId: OrgId) {
        const now = yield* DateTime.now
        const { locked_at, plan } = yield* store.get(orgId)
        const of = { orgId, now: DateTime.toDateUtc(now) }
        const [seats, robots, apps, app_users] = yield* Effect.all([
          usage.count("seats", of),
          usage.count("robots", of),
          usage.count("apps", of),
          usage.count("app_users", of)
        ])
        const { features, limits } = table[plan]
        return {
          plan,
          currency: "eur",
          period_ends_at: DateTime.add(DateTime.startOf(now, "month"), { months: 1 }),
          addons,
          limits: {
            ...limits,
            history_days: atMost(limits.history_days, historyDays),
            audit_days: atMost(limits.audit_days, auditDays)
          },
          features: { ...included, ...features },
          usage: { seats, robots, apps, app_users, live_video_ms_this_month: 0, asset_bytes: 0 },
          pending_change: null,
          lock: locked_at === null ? null : { reason: "payment", since: locked_at }
        } satisfies OrgPlan
      })

      return Plans.of({ of: Effect.fn("Plans.of")(planOf), admit, require, describe })
    })
  )
}
