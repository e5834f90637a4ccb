import { DateTime, Option } from "effect"
import { dayMs } from "./calendar.ts"

/** The zone of a name, null for UTC, whose days are multiples of 24 hours. The name is one that a query may have. */
export const zoneOf = (name: string): DateTime.TimeZone.Named | null => {
  const zone = Option.getOrThrow(DateTime.zoneMakeNamed(name))
  return zone.id === "UTC" ? null : zone
}

/** The moment in epoch milliseconds at which a date of the zone begins: its midnight, or the end of a gap there. */
const startOfDate = (year: number, month: number, day: number, timeZone: DateTime.TimeZone) =>
  DateTime.toEpochMillis(
    DateTime.makeZonedUnsafe({ year, month, day }, { timeZone, adjustForTimeZone: true, disambiguation: "compatible" })
  )

/**
 * Where the zone's days of a half-open range begin, the first at or before the range, in order; null where they are
 * more than `maxCount`. Days are 23 to 25 hours long where the zone changes its clocks; a date that a zone skipped is left out.
 */
export const daysOfZone = (
  fromMs: number,
  toMs: number,
  zone: DateTime.TimeZone.Named,
  maxCount: number
): ReadonlyArray<number> | null => {
  // No zone is further from UTC than a day, and a day is at least 23 hours long.
  if ((toMs - fromMs) / dayMs > maxCount + 1) return null
  const { day, month, year } = DateTime.toParts(DateTime.makeZonedUnsafe(fromMs, { timeZone: zone }))
  const starts: Array<number> = []
  for (let offset = 0; ; offset++) {
    const date = new Date(Date.UTC(year, month - 1, day + offset))
    const startMs = startOfDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), zone)
    if (startMs >= toMs) return starts
    if (startMs === starts.at(-1)) continue
    if (starts.length === maxCount) return null
    starts.push(startMs)
  }
}
