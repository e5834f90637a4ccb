import { zoneName } from "./times.ts"

const day = 86_400_000

let made: { readonly zone: string; readonly parts: Intl.DateTimeFormat } | undefined
/** What a clock on the wall shows in a zone, as milliseconds of a day in UTC. */
const wallOf = (ms: number, zone: string): number => {
  if (made?.zone !== zone) {
    const fields = { year: "numeric", month: "numeric", day: "numeric" } as const
    const clock = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23", era: "short" } as const
    made = { zone, parts: new Intl.DateTimeFormat("en", { timeZone: zone, ...fields, ...clock }) }
  }
  const part = Object.fromEntries(made.parts.formatToParts(ms).map(({ type, value }) => [type, value]))
  const year = part["era"] === "BC" ? 1 - Number(part["year"]) : Number(part["year"])
  const at = new Date(0)
  at.setUTCFullYear(year, Number(part["month"]) - 1, Number(part["day"]))
  at.setUTCHours(Number(part["hour"]), Number(part["minute"]), Number(part["second"]))
  return at.getTime()
}

/**
 * When a clock on the wall shows a time, in the zone that times are shown in. `wallMs` is that time as if it were in UTC.
 * A time that comes twice as the clock is set back is the first; one that is left out as it is set forward is as much later
 * as the clock was set.
 */
export const momentOfWall = (wallMs: number, zone = zoneName()): number => {
  if (!Number.isFinite(wallMs)) return Number.NaN
  const rest = wallMs - Math.floor(wallMs / 1000) * 1000
  const wall = wallMs - rest
  // The zone's distance from UTC a day before and a day after: no two changes of a clock are nearer to each other.
  const found = [wall - day, wall + day].map((near) => wall - (wallOf(near, zone) - near))
  const right = found.filter((at) => wallOf(at, zone) === wall)
  return (right.length > 0 ? Math.min(...right) : found[0]!) + rest
}

/** When the day of a moment began, in the zone that times are shown in. */
export const startOfDay = (ms: number, zone = zoneName()): number => {
  const wall = new Date(wallOf(ms, zone))
  return momentOfWall(wall.setUTCHours(0, 0, 0, 0), zone)
}
