import { PlanLimit, PlanRequired } from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import type { OrgPlan, PlanName } from "@fleet/domain/Plans"
import { Context, DateTime, Effect, Layer } from "effect"
import { Settings } from "../platform/settings/Settings.ts"
import { liftedBy, type PaidFeature, PlanTable, requiredPlan } from "./PlanTable.ts"
import { PlanStore } from "./PlanStore.ts"
import { type Counted, PlanUsageStore } from "./PlanUsageStore.ts"
import { UsageCounters } from "./UsageCounters.ts"

/** Nothing is bought in addition yet. */
const addons = { seats: 0, robots: 0, apps: 0, app_user_packs: 0, live_video_packs: 0 }

/** What the server keeps for fewer days than the plan says is limited to those. */
const atMost = (limit: number | null, quota: number) => (limit === null ? null : Math.min(limit, quota))

/** On every plan. */
const included = {
  app_mcp: true,
  two_factor: true,
  require_two_factor: true,
  hosted_logo: true,
  audit_export: true
}

/** In bytes. */
export interface AssetStoreUse {
  readonly bytes: number | null
  readonly used_bytes: number
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
    /** The store of the org's files: the plan's bytes a robot times its robots, null without a limit, and what is used. */
    readonly assetStore: (orgId: OrgId) => Effect.Effect<AssetStoreUse>
    /** Refuses a file that takes so many bytes more than the one it replaces. Exact as `admit` is. */
    readonly admitAsset: (orgId: OrgId, size: number, replaced: number) => Effect.Effect<void, PlanLimit>
    /** Refuses live video to apps where the month's is used up. `unmetered` milliseconds are used and not counted yet. */
    readonly admitLiveVideo: (orgId: OrgId, unmetered: number) => Effect.Effect<void, PlanLimit>
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
      const counters = yield* UsageCounters
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

      const assetStore = Effect.fn("Plans.assetStore")(function* (orgId: OrgId) {
        const each = table[yield* planOf(orgId)].limits.asset_bytes_per_robot
        const of = { orgId, now: DateTime.toDateUtc(yield* DateTime.now) }
        const used_bytes = yield* usage.count("asset_bytes", of)
        return { bytes: each === null ? null : each * (yield* usage.count("robots", of)), used_bytes }
      })

      const admitAsset = Effect.fn("Plans.admitAsset")(function* (orgId: OrgId, size: number, replaced: number) {
        const { bytes, used_bytes } = yield* assetStore(orgId)
        if (bytes === null || used_bytes - replaced + size <= bytes) return
        const plan = yield* planOf(orgId)
        const limit = "asset_bytes_per_robot"
        const lifted_by = liftedBy(table, plan, limit)
        const sizes = { store_bytes: bytes, used_bytes, size_bytes: size }
        return yield* new PlanLimit({ details: { limit, used: used_bytes, max: bytes, plan, lifted_by, ...sizes } })
      })

      const liveVideoMs = (orgId: OrgId) => Effect.map(counters.monthOfApps(orgId, "live_session_ms"), Math.round)

      const admitLiveVideo = Effect.fn("Plans.admitLiveVideo")(function* (orgId: OrgId, unmetered: number) {
        const plan = yield* planOf(orgId)
        const limit = "live_video_ms_per_month"
        const max = table[plan].limits[limit]
        if (max === null) return
        const used = (yield* liveVideoMs(orgId)) + Math.round(unmetered)
        if (used < max) return
        const lifted_by = liftedBy(table, plan, limit)
        return yield* new PlanLimit({ details: { limit, used, max, plan, lifted_by } })
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
        const [seats, robots, apps, app_users, asset_bytes] = yield* Effect.all([
          usage.count("seats", of),
          usage.count("robots", of),
          usage.count("apps", of),
          usage.count("app_users", of),
          usage.count("asset_bytes", of)
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
          usage: {
            seats,
            robots,
            apps,
            app_users,
            live_video_ms_this_month: yield* liveVideoMs(orgId),
            asset_bytes
          },
          pending_change: null,
          lock: locked_at === null ? null : { reason: "payment", since: locked_at }
        } satisfies OrgPlan
      })

      return Plans.of({
        of: Effect.fn("Plans.of")(planOf),
        admit,
        admitAsset,
        admitLiveVideo,
        assetStore,
        require,
        describe
      })
    })
  )
}
