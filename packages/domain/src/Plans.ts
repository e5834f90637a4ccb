import { Schema } from "effect"
import { closed, Count, Timestamp, Uuid } from "./Wire.ts"

/** From the smallest to the largest. */
export const planNames = ["basic", "plus", "pro", "enterprise"] as const
export const PlanName = Schema.Literals(planNames)
export type PlanName = typeof PlanName.Type

const Limit = Schema.NullOr(Count)

/** What a plan includes; null is no limit. */
export const PlanLimits = Schema.Struct({
  seats: Limit,
  robots: Limit,
  apps: Limit,
  app_users: Limit,
  live_video_ms_per_month: Limit,
  asset_bytes_per_robot: Limit,
  history_days: Limit,
  audit_days: Limit
})
export type PlanLimits = typeof PlanLimits.Type

/** What can be bought in addition, as a checkout names it. */
export const Addons = Schema.Struct({
  seats: Count,
  robots: Count,
  apps: Count,
  app_user_packs: Count,
  live_video_packs: Count
})
export type Addons = typeof Addons.Type
export type Addon = keyof Addons

export const PlanFeatures = Schema.Struct({
  app_mcp: Schema.Boolean,
  two_factor: Schema.Boolean,
  require_two_factor: Schema.Boolean,
  app_oidc: Schema.Boolean,
  hosted_logo: Schema.Boolean,
  audit_export: Schema.Boolean,
  addons: Schema.Boolean
})
export type PlanFeatures = typeof PlanFeatures.Type

/** What of an org is counted against its limits. */
export const PlanUsage = Schema.Struct({
  seats: Count,
  robots: Count,
  apps: Count,
  app_users: Count,
  live_video_ms_this_month: Count,
  asset_bytes: Count
})

const Ids = Schema.Array(Uuid)

/** What stays of each kind. */
export const PlanKeep = Schema.Struct({ robots: Ids, apps: Ids, app_users: Ids, developers: Ids })
export type PlanKeep = typeof PlanKeep.Type

/** A change to a lower plan. Without a time it happens at once; `keep` names what stays. */
export const PendingChange = Schema.Struct({
  target_plan: PlanName,
  reason: Schema.Literals(["downgrade", "cancel", "lock"]),
  effective_at: Schema.NullOr(Timestamp),
  keep: Schema.NullOr(PlanKeep),
  history_days_after: Count,
  chosen_by: Uuid,
  chosen_at: Timestamp
})
export type PendingChange = typeof PendingChange.Type

/** A move to a lower plan at the end of the period. `keep` names what stays where more is used than the plan includes. */
export const PlanChangeRequest = closed({
  target_plan: Schema.Literals(["basic", "plus"]),
  keep: Schema.NullOr(closed({ robots: Ids, apps: Ids, app_users: Ids, developers: Ids }))
}).annotate({ identifier: "plan-change-request" })
export type PlanChangeRequest = typeof PlanChangeRequest.Type

/** The plan of an org, what it includes, and what the org uses of it. */
export const OrgPlan = Schema.Struct({
  plan: PlanName,
  currency: Schema.Literals(["eur", "usd"]),
  period_ends_at: Timestamp,
  addons: Addons,
  limits: PlanLimits,
  features: PlanFeatures,
  usage: PlanUsage,
  pending_change: Schema.NullOr(PendingChange),
  lock: Schema.NullOr(Schema.Struct({ reason: Schema.Literal("payment"), since: Timestamp }))
}).annotate({ identifier: "org-plan" })
export type OrgPlan = typeof OrgPlan.Type
