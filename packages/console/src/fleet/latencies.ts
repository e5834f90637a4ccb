import type { Latency } from "@fleet/sdk"

const minuteMs = 60_000

/** Minutes of robots that are kept of a fleet, and that one answer may bring: a larger one would hold up the page. */
const most = { kept: 20_000, answered: 5_000 }

/** How many minutes back a fleet of this size is shown. */
export const minutesBack = (robots: number): number =>
  Math.max(2, Math.min(60, Math.floor(most.kept / Math.max(1, robots))))

interface LatencyWindow {
  readonly from_ms: number
  readonly to_ms: number
}

/** The latency of a fleet's bridges by the minute. Each minute is asked for once. */
export class Latencies {
  /** By robot, by minute; null where the bridge did not answer. */
  readonly #robots = new Map<string, Map<number, number | null>>()
  #fromMs = 0
  #toMs = 0
  /** Rises whenever something came. */
  revision = 0

  get window(): LatencyWindow {
    return { from_ms: this.#fromMs, to_ms: this.#toMs }
  }

  /** What is not known yet, the newest first. The minute that runs is never asked for. */
  missing(nowMs: number, robots: number): ReadonlyArray<LatencyWindow> {
    const to = Math.floor(nowMs / minuteMs) * minuteMs
    const wanted = to - minutesBack(robots) * minuteMs
    // A minute is written a moment after it ended: the last one is asked for again.
    const from = this.#fromMs > wanted || this.#toMs < wanted ? wanted : Math.min(this.#toMs - minuteMs, to - minuteMs)
    const step = Math.max(1, Math.floor(most.answered / Math.max(1, robots))) * minuteMs
    const windows: Array<LatencyWindow> = []
    for (let end = to; end > from; end -= step) windows.push({ from_ms: Math.max(from, end - step), to_ms: end })
    return windows
  }

  take({ series }: Pick<Latency, "series">): void {
    for (const { buckets, robot_id } of series) {
      const known = this.#robots.get(robot_id) ?? new Map<number, number | null>()
      this.#robots.set(robot_id, known)
      for (const bucket of buckets) known.set(Date.parse(bucket.bucket_at), bucket.avg_ms)
    }
  }

  /** All of the windows came: what is older than the fleet is shown is forgotten. */
  settle(nowMs: number, robots: number): void {
    this.#toMs = Math.floor(nowMs / minuteMs) * minuteMs
    this.#fromMs = this.#toMs - minutesBack(robots) * minuteMs
    for (const [robotId, minutes] of this.#robots) {
      for (const at of minutes.keys()) if (at < this.#fromMs) minutes.delete(at)
      if (minutes.size === 0) this.#robots.delete(robotId)
    }
    this.revision += 1
  }

  clear(): void {
    this.#robots.clear()
    this.#fromMs = this.#toMs = 0
    this.revision += 1
  }

  /** A robot's last minutes, oldest first; null where nothing was measured. */
  of(robotId: string, minutes: number): ReadonlyArray<number | null> {
    const known = this.#robots.get(robotId)
    if (known === undefined) return []
    const found: Array<number | null> = []
    for (let at = Math.max(this.#fromMs, this.#toMs - minutes * minuteMs); at < this.#toMs; at += minuteMs)
      found.push(known.get(at) ?? null)
    return found
  }

  /** The median of all robots, minute by minute. */
  medians(): ReadonlyArray<{ readonly at: number; readonly value: number | null }> {
    const points = []
    for (let at = this.#fromMs; at < this.#toMs; at += minuteMs) {
      const values: Array<number> = []
      for (const minutes of this.#robots.values()) {
        const value = minutes.get(at)
        if (typeof value === "number") values.push(value)
      }
      values.sort((a, b) => a - b)
      points.push({ at, value: values[Math.floor(values.length / 2)] ?? null })
    }
    return points
  }
}
