import { Schema } from "effect"
import { AppId } from "./Ids.ts"
import { closed, Count, Rule } from "./Wire.ts"

/** What is counted of use: requests, milliseconds, milliseconds, bytes, bytes. */
export const usageMetrics = [
  "api_calls",
  "live_session_ms",
  "robot_online_ms",
  "retention_bytes",
  "asset_bytes"
] as const
export const UsageMetric = Schema.Literals(usageMetrics)
export type UsageMetric = typeof UsageMetric.Type

const dayMs = 86_400_000

/** Days that one read answers, at most. */
export const maxUsageDays = 366

/** A year 0 is in no calendar. */
const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** A day of the calendar, in UTC, as `2026-11-23`. */
export const UsageDay = Schema.String.annotate({ format: "date" }).check(
  Schema.makeFilter(isDay, { rule: Rule.format })
)

const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Both ends are included. */
export const UsageQuery = closed({ from_day: UsageDay, to_day: UsageDay }).check(
  Schema.makeFilter(
    ({ from_day, to_day }) =>
      to_day >= from_day ? undefined : { path: ["to_day"], issue: "must not be before from_day" },
    { rule: Rule.tooSmall }
  ),
  Schema.makeFilter(
    ({ from_day, to_day }) =>
      daysFrom(from_day, to_day) <= maxUsageDays
        ? undefined
        : { path: ["to_day"], issue: `must be within ${maxUsageDays} days` },
    { rule: Rule.tooLarge }
  )
)
export type UsageQuery = typeof UsageQuery.Type

/** What one app, or the organisation where `app_id` is null, used on one UTC day. */
export const UsageRow = Schema.Struct({
  app_id: Schema.NullOr(AppId).annotate({ description: "The app; null for what belongs to none." }),
  app_name: Schema.NullOr(Schema.String).annotate({
    description: "The app's name; null where the app was deleted, or there is none."
  }),
  metric: UsageMetric.annotate({ description: "What was counted." }),
  day: UsageDay.annotate({ description: "The day, `YYYY-MM-DD` in UTC." }),
  value: Count.annotate({
    description: "Requests, milliseconds or bytes, as the metric says; of bytes the day's peak."
  })
}).annotate({ identifier: "usage-row" })
export type UsageRow = typeof UsageRow.Type

/** Ascending by day; none of value 0. */
export const UsageResponse = Schema.Struct({
  rows: Schema.Array(UsageRow).annotate({ description: "Ascending by day; none of value 0." }),
  from_day: UsageDay,
  to_day: UsageDay
}).annotate({ identifier: "usage" })
export type UsageResponse = typeof UsageResponse.Type
