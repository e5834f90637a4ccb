import { momentOfWall } from "../format/zones.ts"

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

const known = (ms: number) => (Number.isNaN(ms) ? undefined : ms)

/**
 * A moment of a query in milliseconds: `30m`, `24h`, `7d` before now, or a date in the zone that times are shown in.
 * Undefined where it is neither.
 */
export const parseMoment = (text: string, nowMs: number): number | undefined => {
  const ago = /^(?:now-)?(\d{1,6})([smhdw])$/.exec(text)
  if (ago !== null) return nowMs - Number(ago[1]) * units[ago[2]!]!
  if (text === "now") return nowMs
  if (!/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return undefined
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10))) return known(Date.parse(text))
  return known(momentOfWall(Date.parse(`${text}${text.length === 10 ? "T00:00:00Z" : "Z"}`)))
}
