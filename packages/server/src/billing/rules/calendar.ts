import type { Cycle } from "@fleet/domain/Billing"
import { DateTime } from "effect"
import type { Day } from "./Order.ts"

const timeZone = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")

const parts = (day: Day) => {
  const [year, month, date] = day.split("-").map(Number)
  return { year: year!, month: month!, day: date! }
}

/** A day as a moment of UTC, where every day has 24 hours: to count with, and to be written only. */
const counted = (day: Day): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** The day it is in Berlin. */
export const dayOf = (at: DateTime.Utc): Day => DateTime.formatIsoDate(DateTime.setZone(at, timeZone))

/** The moment at which an hour of a day begins in Berlin; midnight where none is given. */
export const momentOf = (day: Day, hour = 0): DateTime.Utc =>
  DateTime.toUtc(
    DateTime.makeZonedUnsafe(
      { ...parts(day), hour },
      { timeZone, adjustForTimeZone: true, disambiguation: "compatible" }
    )
  )

/** A day so many days later. */
export const plusDays = (day: Day, days: number): Day => DateTime.formatIsoDateUtc(DateTime.add(counted(day), { days }))

/** So many months after a day: on the month's last day where it has no such day. */
export const plusMonths = (day: Day, months: number): Day =>
  DateTime.formatIsoDateUtc(DateTime.add(counted(day), { months }))

const dayMs = 86_400_000n

/** How many days later the second day is; negative where it is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Number((BigInt(DateTime.toEpochMillis(counted(to))) - BigInt(DateTime.toEpochMillis(counted(from)))) / dayMs)

/** The period of a number, the first being 0: always counted from the anchor, never from the period before. */
export const periodOf = (anchor: Day, cycle: Cycle, index: number) => {
  const months = cycle === "monthly" ? 1 : 12
  return { index, start: plusMonths(anchor, index * months), end: plusMonths(anchor, (index + 1) * months) }
}

/** How many days of a period are left, the day itself among them, and how many it has. */
export const daysLeft = (period: { readonly start: Day; readonly end: Day }, today: Day) => {
  const total = daysBetween(period.start, period.end)
  return { remaining: Math.max(0, Math.min(total, daysBetween(today, period.end))), total }
}

/** The year in Berlin, which numbers of invoices carry. */
export const yearOf = (at: DateTime.Utc): number => parts(dayOf(at)).year
