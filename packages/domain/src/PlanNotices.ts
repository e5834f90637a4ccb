import { Schema } from "effect"
import { Count } from "./Wire.ts"

/** How much of a limit, in percent, is told. */
export const noticePercents = [50, 80, 100] as const

/** Smaller limits are not told of: each of their steps is large. */
export const leastNoticedLimit = 10

/** The limits of a plan that use is counted against. */
export const NoticedLimit = Schema.Literals([
  "seats",
  "robots",
  "apps",
  "app_users",
  "live_video_ms_per_month",
  "asset_bytes_per_robot"
])
export type NoticedLimit = typeof NoticedLimit.Type

/**
 * That an organisation's use has reached a part of a limit of its plan. `used` and `max` are in the unit of the limit; of
 * asset_bytes_per_robot they are the bytes of all robots. `hard` where more is refused at 100 percent.
 */
export const PlanNotice = Schema.Struct({
  limit: NoticedLimit,
  used: Count,
  max: Count,
  percent: Schema.Literals(noticePercents),
  hard: Schema.Boolean
})
export type PlanNotice = typeof PlanNotice.Type
