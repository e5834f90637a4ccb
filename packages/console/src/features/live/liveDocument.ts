import type { Alert } from "@fleet/sdk"

/** What the published document says of a datapoint, as far as a card needs it. */
export interface DatapointEntry {
  readonly topic: string | undefined
  readonly type: string | undefined
  readonly field: string | undefined
  /** Time between two values at most, in milliseconds; undefined where no rate is set. */
  readonly periodMs: number | undefined
  readonly isRecorded: boolean
  /** Time between two recorded samples, in milliseconds. */
  readonly recordedPeriodMs: number
  readonly min: number | undefined
  readonly max: number | undefined
  readonly stepped: boolean
  readonly windowMs: number
}

export interface CommandEntry {
  readonly type: string | undefined
  readonly message: unknown
  readonly parameters: unknown
  readonly quietMs: number | undefined
}

type Map = Readonly<Record<string, unknown>>

const mapOf = (value: unknown): Map =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Map) : {}
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)
const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined)

/** What is recorded fills a longer window at once; anything else begins with the page. */
const defaultWindowMs = (isRecorded: boolean) => (isRecorded ? 5 : 1) * 60_000

export const datapointEntry = (document: unknown, slug: string): DatapointEntry => {
  const entry = mapOf(mapOf(mapOf(document).datapoints)[slug])
  const chart = mapOf(entry.chart)
  const rate = numberOf(entry.rate_throttle_hz)
  const isRecorded = mapOf(entry.retention).enabled === true
  const minutes = numberOf(chart.default_window_minutes)
  return {
    topic: textOf(entry.topic),
    type: textOf(entry.type),
    field: textOf(entry.field),
    periodMs: rate === undefined || rate <= 0 ? undefined : 1000 / rate,
    isRecorded,
    recordedPeriodMs: (numberOf(mapOf(entry.retention).interval_seconds) ?? 1) * 1000,
    min: numberOf(chart.y_min),
    max: numberOf(chart.y_max),
    stepped: chart.style === "step" || chart.style === "stepped",
    windowMs: minutes === undefined ? defaultWindowMs(isRecorded) : minutes * 60_000
  }
}

/** The placeholder of a whole shared message. */
const shared = /^\$\{([a-z][a-z0-9_]*)\}$/

export const commandEntry = (document: unknown, section: string, slug: string): CommandEntry => {
  const root = mapOf(document)
  const entry = mapOf(mapOf(root[section])[slug])
  const name = typeof entry.message === "string" ? shared.exec(entry.message)?.[1] : undefined
  return {
    type: textOf(entry.type),
    message: name === undefined ? entry.message : mapOf(root.messages)[name],
    parameters: entry.parameters,
    quietMs: numberOf(entry.quiet_timeout_ms)
  }
}

/** Types whose values change rarely: without a rate their age says nothing. */
const rare = /^std_msgs\/msg\/(?:Bool|String|Empty)$/

/** Time between two values for the question whether one is old: null where it changes rarely. */
export const stalePeriod = ({ periodMs, type }: DatapointEntry): number | null | undefined =>
  type !== undefined && rare.test(type) ? null : periodMs

/** How a value is shown. */
export type Look = "number" | "state" | "big" | "pose" | "scan" | "joints" | "battery" | "diagnostics" | "tree" | "none"

const looks: ReadonlyArray<readonly [RegExp, Look]> = [
  [/\/(?:Pose|PoseStamped|PoseWithCovariance|PoseWithCovarianceStamped|Odometry)$/, "pose"],
  [/\/LaserScan$/, "scan"],
  [/\/JointState$/, "joints"],
  [/\/BatteryState$/, "battery"],
  [/\/DiagnosticArray$/, "diagnostics"]
]

/** By the type that the configuration names, where the whole message is shown; else by what came. */
export const lookOf = ({ field, type }: DatapointEntry, shape: string): Look => {
  if (shape === "none") return "none"
  if (shape === "number") return "number"
  if (shape === "boolean" || shape === "text") return "state"
  if (shape === "big") return "big"
  const known = field === undefined && type !== undefined ? looks.find(([pattern]) => pattern.test(type)) : undefined
  return known?.[1] ?? "tree"
}

/**
 * Where a card stands: single values first, then what can be asked of the robot, then whole messages. Within a rank the
 * configuration's order holds, and nothing moves while the page is open.
 */
export const rankOf = (kind: string, entry: DatapointEntry | undefined): number =>
  kind === "datapoint" ? (entry?.field === undefined ? 2 : 0) : kind === "publisher" ? 3 : 1

/** The value at which the first enabled alert of a datapoint fires. */
export const thresholdOf = (alerts: ReadonlyArray<Alert>, slug: string): number | undefined => {
  const found = alerts.find((alert) => alert.slug === slug && alert.enabled && alert.condition.kind !== "equals")
  return found !== undefined && found.condition.kind !== "equals" ? found.condition.threshold : undefined
}
