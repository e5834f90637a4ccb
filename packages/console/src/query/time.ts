const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** A moment of a query in milliseconds: `30m`, `24h`, `7d` before now, or a date. Undefined where it is neither. */
export const parseMoment = (text: string, nowMs: number): number | undefined => {
  const ago = /^(?:now-)?(\d{1,6})([smhdw])$/.exec(text)
  if (ago !== null) return nowMs - Number(ago[1]) * units[ago[2]!]!
  if (text === "now") return nowMs
  if (!/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return undefined
  const at = Date.parse(text.length === 10 ? `${text}T00:00:00` : text)
  return Number.isNaN(at) ? undefined : at
}
