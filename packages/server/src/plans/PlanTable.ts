import {
  type Addon,
  type Addons,
  type PlanFeatures,
  type PlanLimits,
  type PlanName,
  planNames
} from "@fleet/domain/Plans"
import { Context } from "effect"
import type { PlanTerms } from "./PlanTerms.ts"

/** A feature that not every plan has. */
export type PaidFeature = "app_oidc" | "addons"

export interface Plan {
  readonly limits: PlanLimits
  readonly features: Pick<PlanFeatures, PaidFeature>
}

/** What each plan includes; null is no limit. */
export const PlanTable = Context.Reference<Readonly<Record<PlanName, Plan>>>("@fleet/server/PlanTable", {
  defaultValue: () => ({
    basic: {
      limits: {
        seats: 1,
        robots: 1,
        apps: 1,
        app_users: 10,
        live_video_ms_per_month: 36_000_000,
        asset_bytes_per_robot: 1_000_000_000,
        history_days: 7,
        audit_days: 7
      },
      features: { app_oidc: false, addons: false }
    },
    plus: {
      limits: {
        seats: 3,
        robots: 3,
        apps: 3,
        app_users: 25,
        live_video_ms_per_month: 360_000_000,
        asset_bytes_per_robot: 2_000_000_000,
        history_days: 30,
        audit_days: 30
      },
      features: { app_oidc: true, addons: false }
    },
    pro: {
      limits: {
        seats: 5,
        robots: 5,
        apps: 5,
        app_users: 50,
        live_video_ms_per_month: 900_000_000,
        asset_bytes_per_robot: 3_000_000_000,
        history_days: 90,
        audit_days: 90
      },
      features: { app_oidc: true, addons: true }
    },
    enterprise: {
      limits: {
        seats: null,
        robots: null,
        apps: null,
        app_users: null,
        live_video_ms_per_month: null,
        asset_bytes_per_robot: null,
        history_days: null,
        audit_days: null
      },
      features: { app_oidc: true, addons: false }
    }
  })
})

export type Table = typeof PlanTable.Service

/** What an org has: its plan, what it bought in addition, and what was agreed with it, which holds on enterprise alone. */
export interface OfOrg {
  readonly plan: PlanName
  readonly addons: Addons
  readonly terms: PlanTerms | null
}

const addonOf: Readonly<Partial<Record<keyof PlanLimits, Addon>>> = {
  seats: "seats",
  robots: "robots",
  apps: "apps",
  app_users: "app_user_packs",
  live_video_ms_per_month: "live_video_packs",
  asset_bytes_per_robot: "robots"
}

/** What one add-on adds to the limit of its name. A robot comes with its plan's bytes. */
const added: Readonly<Partial<Record<keyof PlanLimits, number>>> = {
  seats: 1,
  robots: 1,
  apps: 1,
  app_users: 5,
  live_video_ms_per_month: 900_000_000
}

/** What an org may have, all in all. */
export const planOf = (table: Table, { addons, plan, terms }: OfOrg): Plan => {
  const included = table[plan]
  const agreed = plan === "enterprise" ? terms : null
  const limits = { ...included.limits, ...agreed?.limits }
  for (const [limit, amount] of Object.entries(added) as Array<[keyof PlanLimits, number]>) {
    const max = limits[limit]
    if (max !== null) limits[limit] = max + amount * addons[addonOf[limit]!]
  }
  return { limits, features: { ...included.features, ...agreed?.features } }
}

const above = (plan: PlanName) => planNames.slice(planNames.indexOf(plan) + 1)

/** The next plan with more of it than the org has, and the add-on that adds to it; null where there is none. */
export const liftedBy = (table: Table, org: OfOrg, limit: keyof PlanLimits) => {
  const { features, limits } = planOf(table, org)
  const max = limits[limit] ?? Infinity
  return {
    plan: above(org.plan).find((other) => (table[other].limits[limit] ?? Infinity) > max) ?? null,
    addon: features.addons ? (addonOf[limit] ?? null) : null
  }
}

/** The next plan that has the feature; the largest where none has. */
export const requiredPlan = (table: Table, plan: PlanName, feature: PaidFeature): PlanName =>
  above(plan).find((other) => table[other].features[feature]) ?? "enterprise"
