/** One value and when the robot captured it, in milliseconds of the robot's clock. */
export interface LiveSample {
  readonly value: unknown
  readonly atMs: number
}

/**
 * Whether values come: `waiting` for the first one, `live`, `given-back` because the page has too many subscriptions, or
 * `refused` with `error`.
 */
export type SlotState = "idle" | "waiting" | "live" | "given-back" | "refused"

/** No value that is younger is old, in milliseconds. */
const leastOldMs = 2000
/** Two clocks that differ by less are taken for equal, in milliseconds. */
const clockTolerance = 2000
/** As many samples in a row must agree before a robot's clock is taken to be wrong. */
const agreeing = 3
/** Spans between samples that the usual one is taken from. */
const keptSpans = 15

/** The newest value of one datapoint of one robot, shared by everything that shows it. */
export class Slot {
  readonly robotId: string
  readonly slug: string
  state: SlotState = "idle"
  error: unknown = undefined
  value: unknown = undefined
  /** When the robot captured the value, by its clock; NaN before the first. */
  atMs = Number.NaN
  /** When it arrived here, by the service's clock. */
  receivedMs = Number.NaN
  /** Rises with each value, so that a reader knows whether it has shown the newest. */
  revision = 0
  /** When somebody last saw it, by the service's clock. */
  seenMs = 0
  /** How many readers have it on the screen now. */
  watched = 0
  /** The link or the robot is gone, or came back and this value was not sent again yet: it is old whatever its age. */
  isCut = false
  readonly #spans: Array<number> = []
  readonly #delays: Array<number> = []
  readonly #samples = new Set<(sample: LiveSample) => void>()
  readonly #states = new Set<() => void>()

  constructor(robotId: string, slug: string) {
    this.robotId = robotId
    this.slug = slug
  }

  /** Takes a sample unless a newer one is here. Answers whether it was taken. */
  take({ atMs, value }: LiveSample, nowMs: number): boolean {
    const isFirst = Number.isNaN(this.atMs)
    // A held value from the future is of a clock that was wrong: what comes after it is newer whatever its time says.
    if (!isFirst && atMs < this.atMs && this.atMs <= nowMs + clockTolerance) return false
    if (!isFirst && atMs !== this.atMs) {
      remember(this.#spans, nowMs - this.receivedMs, keptSpans)
      remember(this.#delays, nowMs - atMs, agreeing)
    }
    this.value = value
    this.atMs = atMs
    this.receivedMs = nowMs
    this.isCut = false
    this.revision += 1
    this.become("live")
    for (const listener of this.#samples) listener({ value, atMs })
    return true
  }

  /** Samples may be missing from here on: what was learned of the robot's clock and rate is learned again. */
  interrupt(): void {
    this.#spans.length = 0
    this.#delays.length = 0
  }

  become(state: SlotState, error: unknown = undefined): void {
    if (this.state === state && this.error === error) return
    this.state = state
    this.error = error
    for (const listener of this.#states) listener()
  }

  /** The usual time between two samples in milliseconds; undefined before three came. */
  get periodMs(): number | undefined {
    if (this.#spans.length < 2) return undefined
    const sorted = this.#spans.toSorted((left, right) => left - right)
    return sorted[Math.floor(sorted.length / 2)]
  }

  /** By how much the robot's clock is behind the service's, in milliseconds; 0 while nothing shows that it is wrong. */
  get clockLagMs(): number {
    if (this.#delays.length < agreeing) return 0
    const least = Math.min(...this.#delays)
    return Math.max(...this.#delays) - least <= clockTolerance && Math.abs(least) > clockTolerance ? least : 0
  }

  /** How old the value is, in milliseconds, by the service's clock. */
  ageMs(nowMs: number): number {
    return nowMs - this.atMs - this.clockLagMs
  }

  /**
   * Whether the value is too old to be taken for now: older than three periods and than 2 s. Without a known rate, of a
   * datapoint that changes rarely, only a lost link or robot makes it old.
   */
  isOld(nowMs: number, knownPeriodMs: number | null | undefined): boolean {
    if (Number.isNaN(this.atMs)) return false
    if (this.isCut || this.state !== "live") return true
    const ageMs = this.ageMs(nowMs)
    if (ageMs <= leastOldMs) return false
    const periodMs = knownPeriodMs === undefined ? this.periodMs : knownPeriodMs
    return typeof periodMs === "number" && ageMs > 3 * periodMs
  }

  /** Calls back with each sample that is taken. Answers how to stop. */
  onSample(listener: (sample: LiveSample) => void): () => void {
    this.#samples.add(listener)
    return () => void this.#samples.delete(listener)
  }

  /** Calls back when `state` changes: rarely, so that React may render it. Answers how to stop. */
  onState(listener: () => void): () => void {
    this.#states.add(listener)
    return () => void this.#states.delete(listener)
  }
}

const remember = (list: Array<number>, value: number, most: number) => {
  list.push(value)
  if (list.length > most) list.shift()
}
