import { PlanLimit, PlanRequired } from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import type { Addons, OrgPlan, PlanName } from "@fleet/domain/Plans"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Settings } from "../platform/settings/Settings.ts"
import { liftedBy, type OfOrg, type PaidFeature, planOf, PlanTable, requiredPlan } from "./PlanTable.ts"
import { PlanStore } from "./PlanStore.ts"
import { type Counted, PlanUsageStore } from "./PlanUsageStore.ts"
import { UsageCounters } from "./UsageCounters.ts"

/** What is counted, in the order in which refusals name it. */
export const countedKinds = ["seats", "robots", "apps", "app_users"] as const satisfies ReadonlyArray<Counted>

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
    /**
     * Refuses a plan with add-ons that has less of something than the org uses now; names the first of seats, robots, apps,
     * app_users and asset_bytes_per_robot. Exact as `admit` is.
     */
    readonly admitPlan: (orgId: OrgId, plan: PlanName, addons: Addons) => Effect.Effect<void, PlanLimit>
    /** How much of each counted thing the org has now. */
    readonly count: (orgId: OrgId, counted: Counted) => Effect.Effect<number>
    /** How much of a counted thing the org may have; null is no limit. */
    readonly limit: (orgId: OrgId, counted: Counted) => Effect.Effect<number | null>
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

      const moment = Effect.map(DateTime.now, DateTime.toDateUtc)
      const count = Effect.fn("Plans.count")(function* (orgId: OrgId, counted: Counted) {
        return yield* usage.count(counted, { orgId, now: yield* moment })
      })

      const refusal = (org: OfOrg, limit: keyof OrgPlan["limits"], used: number, max: number, sizes = {}) =>
        new PlanLimit({
          details: { limit, used, max, plan: org.plan, lifted_by: liftedBy(table, org, limit), ...sizes }
        })

      const admit = Effect.fn("Plans.admit")(function* (orgId: OrgId, counted: Counted) {
        const org = yield* store.get(orgId)
        const max = planOf(table, org).limits[counted]
        if (max === null) return
        const used = yield* count(orgId, counted)
        if (used >= max) return yield* refusal(org, counted, used, max)
      })

      const storeOf = Effect.fnUntraced(function* (org: OfOrg, orgId: OrgId) {
        const each = planOf(table, org).limits.asset_bytes_per_robot
        const of = { orgId, now: yield* moment }
        const used_bytes = yield* usage.count("asset_bytes", of)
        return { bytes: each === null ? null : each * (yield* usage.count("robots", of)), used_bytes }
      })

      const assetStore = Effect.fn("Plans.assetStore")(function* (orgId: OrgId) {
        return yield* storeOf(yield* store.get(orgId), orgId)
      })

      const admitAsset = Effect.fn("Plans.admitAsset")(function* (orgId: OrgId, size: number, replaced: number) {
        const org = yield* store.get(orgId)
        const { bytes, used_bytes } = yield* storeOf(org, orgId)
        if (bytes === null || used_bytes - replaced + size <= bytes) return
        const sizes = { store_bytes: bytes, used_bytes, size_bytes: size }
        return yield* refusal(org, "asset_bytes_per_robot", used_bytes, bytes, sizes)
      })

      const admitPlan = Effect.fn("Plans.admitPlan")(function* (orgId: OrgId, plan: PlanName, addons: Addons) {
        const org = { plan, addons, terms: (yield* store.get(orgId)).terms }
        const { limits } = planOf(table, org)
        for (const counted of countedKinds) {
          const max = limits[counted]
          const used = yield* count(orgId, counted)
          if (max !== null && used > max) return yield* refusal(org, counted, used, max)
        }
        const { bytes, used_bytes } = yield* storeOf(org, orgId)
        if (bytes === null || used_bytes <= bytes) return
        const sizes = { store_bytes: bytes, used_bytes, size_bytes: 0 }
        return yield* refusal(org, "asset_bytes_per_robot", used_bytes, bytes, sizes)
      })

      const liveVideoMs = (orgId: OrgId) => Effect.map(counters.monthOfApps(orgId, "live_session_ms"), Math.round)

      const admitLiveVideo = Effect.fn("Plans.admitLiveVideo")(function* (orgId: OrgId, unmetered: number) {
        const org = yield* store.get(orgId)
        const limit = "live_video_ms_per_month"
        const max = planOf(table, org).limits[limit]
        if (max === null) return
        const used = (yield* liveVideoMs(orgId)) + Math.round(unmetered)
        if (used >= max) return yield* refusal(org, limit, used, max)
      })

      const require = Effect.fn("Plans.require")(function* (orgId: OrgId, feature: PaidFeature) {
        const org = yield* store.get(orgId)
        if (planOf(table, org).features[feature]) return
        const required_plan = requiredPlan(table, org.plan, feature)
        return yield* new PlanRequired({ details: { feature, plan: org.plan, required_plan } })
      })

      const describe = Effect.fn("Plans.describe")(function* (orgId: OrgId) {
        const now = yield* DateTime.now
        const org = yield* store.get(orgId)
        const { addons, currency, locked_at, period_ends_at, plan } = org
        const pending = Option.getOrNull(yield* store.pending(orgId))
        const of = { orgId, now: DateTime.toDateUtc(now) }
        const [seats, robots, apps, app_users, asset_bytes] = yield* Effect.all([
          usage.count("seats", of),
          usage.count("robots", of),
          usage.count("apps", of),
          usage.count("app_users", of),
          usage.count("asset_bytes", of)
        ])
        const { features, limits } = planOf(table, org)
        return {
          plan,
          currency,
          period_ends_at: period_ends_at ?? DateTime.add(DateTime.startOf(now, "month"), { months: 1 }),
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
          pending_change:
            pending === null
              ? null
              : {
                  ...pending,
                  history_days_after: Math.min(table[pending.target_plan].limits.history_days ?? Infinity, historyDays)
                },
          lock: locked_at === null ? null : { reason: "payment", since: locked_at }
        } satisfies OrgPlan
      })

      return Plans.of({
        of: Effect.fn("Plans.of")((orgId) => Effect.map(store.get(orgId), ({ plan }) => plan)),
        admit,
        admitPlan,
        count,
        limit: Effect.fn("Plans.limit")((orgId, counted) =>
          Effect.map(store.get(orgId), (org) => planOf(table, org).limits[counted])
        ),
        admitAsset,
        admitLiveVideo,
        assetStore,
        require,
        describe
      })
    })
  )
}
