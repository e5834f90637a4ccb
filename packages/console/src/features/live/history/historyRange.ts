const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The spans that are offered, by the words that the service takes for where they begin. */
export const spans = ["1h", "6h", "24h", "7d", "30d"] as const
export type Span = (typeof spans)[number]

export const spanMs: Readonly<Record<Span, number>> = {
  "1h": hour,
  "6h": 6 * hour,
  "24h": day,
  "7d": 7 * day,
  "30d": 30 * day
}

/** How values are gathered: every one, or one for each window. */
export const steps = ["all", "1m", "10m", "1h", "1d"] as const
export type Step = (typeof steps)[number]

const stepMs: Readonly<Record<Exclude<Step, "all">, number>> = {
  "1m": minute,
  "10m": 10 * minute,
  "1h": hour,
  "1d": day
}

/** As many windows as the service gives at once. */
const mostWindows = 2000

/** The part of a history that an address names: `from` and `to` in the words of the service. */
export interface HistoryRange {
  readonly fromMs: number
  readonly toMs: number
  /** It ends now, and so moves with the clock. */
  readonly span: Span | null
}

const relative = /^now(?:-(\d{1,4})([mhd]))?$/
const units = { m: minute, h: hour, d: day }

/** A moment in milliseconds: `now`, `now-6h`, or ISO 8601. Undefined for anything else. */
const momentOf = (text: string, nowMs: number): number | undefined => {
  const [whole, count, unit] = relative.exec(text) ?? []
  if (whole !== undefined) return count === undefined ? nowMs : nowMs - Number(count) * units[unit as "m"]
  const atMs = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs
}

/** Reads an address. What it does not say, or says wrong, is the last day. */
export const rangeOf = (from: string | undefined, to: string | undefined, nowMs: number): HistoryRange => {
  const toMs = momentOf(to ?? "now", nowMs) ?? nowMs
  const fromMs = momentOf(from ?? "now-24h", nowMs)
  if (fromMs === undefined || fromMs >= toMs) return { fromMs: toMs - day, toMs, span: toMs === nowMs ? "24h" : null }
  const span = toMs === nowMs ? (spans.find((each) => spanMs[each] === toMs - fromMs) ?? null) : null
  return { fromMs, toMs, span }
}

/** The same length of time before or after; what would begin after now ends now. */
export const shifted = ({ fromMs, toMs }: HistoryRange, by: -1 | 1, nowMs: number) => {
  const length = toMs - fromMs
  const endMs = Math.min(toMs + by * length, nowMs)
  return { from: new Date(endMs - length).toISOString(), to: new Date(endMs).toISOString() }
}

/** Steps that a range may be gathered in: not more windows than the service gives, and two at least. */
export const stepsFor = ({ fromMs, toMs }: HistoryRange): ReadonlyArray<Step> =>
  steps.filter((step) => {
    if (step === "all") return true
    const windows = (toMs - fromMs) / stepMs[step]
    return windows <= mostWindows && windows >= 2
  })

/** The step that shows a range well where none was chosen. */
export const usualStep = (range: HistoryRange): Step => {
  const length = range.toMs - range.fromMs
  if (length <= hour) return "all"
  return length <= day ? "10m" : length <= 7 * day ? "1h" : "1d"
}
