import type { JobRun } from "@fleet/sdk"

/** A run as the day's bars need it. */
type Run = Pick<JobRun, "id" | "seq" | "state" | "started_at">

interface RunPage {
  readonly runs: ReadonlyArray<Run>
  readonly next_cursor: number | null
}

/** One hour of a day. The three add up to the runs that began in it. */
export interface HourOfRuns {
  readonly at: number
  readonly ended: number
  readonly failed: number
  /** Running, or nobody knows. */
  readonly open: number
}

/** As many pages as are read at once. What is older than they reach is not in the bars, and the page says so. */
const mostPages = 5
const hourMs = 3_600_000

const isOpen = (run: Run) => run.state === "running" || run.state === "unknown"

/** The runs of a day, read again only as far back as something may have changed. */
export class DayRuns {
  #sinceMs = 0
  #runs = new Map<string, Run>()
  /** Runs that began since the day did are missing: there were too many. */
  isCut = false

  async read(sinceMs: number, page: (before: number | undefined) => Promise<RunPage>): Promise<void> {
    if (sinceMs !== this.#sinceMs) {
      this.#runs = new Map()
      this.#sinceMs = sinceMs
      this.isCut = false
    }
    const open = new Set([...this.#runs.values()].filter(isOpen).map(({ id }) => id))
    const isFirst = this.#runs.size === 0
    let before: number | undefined
    for (let pages = 1; ; pages++) {
      const { next_cursor, runs } = await page(before)
      let isKnown = !isFirst && runs.length > 0
      for (const run of runs) {
        open.delete(run.id)
        if (Date.parse(run.started_at) < sinceMs) continue
        if (!this.#runs.has(run.id)) isKnown = false
        this.#runs.set(run.id, run)
      }
      const isBefore = runs.some((run) => Date.parse(run.started_at) < sinceMs)
      if (next_cursor === null || isBefore || (isKnown && open.size === 0)) return
      if (pages >= mostPages) {
        // Only the first reading, or a gap since the last one, leaves runs out.
        if (isFirst || !isKnown) this.isCut = true
        return
      }
      before = next_cursor
    }
  }

  /** Each hour from the beginning of the day to now. */
  hours(nowMs: number): ReadonlyArray<HourOfRuns> {
    const hours: Array<{ at: number; ended: number; failed: number; open: number }> = []
    for (let at = this.#sinceMs; at <= nowMs; at += hourMs) hours.push({ at, ended: 0, failed: 0, open: 0 })
    for (const run of this.#runs.values()) {
      const index = Math.floor((Date.parse(run.started_at) - this.#sinceMs) / hourMs)
      const hour = hours[Math.max(0, Math.min(hours.length - 1, index))]
      if (hour === undefined) continue
      if (isOpen(run)) hour.open += 1
      else if (run.state === "failed") hour.failed += 1
      else hour.ended += 1
    }
    return hours
  }
}

/** What the bars add up to: the numbers beside them are these. */
export const sumOfHours = (hours: ReadonlyArray<HourOfRuns>) => {
  const sum = { started: 0, failed: 0, open: 0 }
  for (const { ended, failed, open } of hours) {
    sum.started += ended + failed + open
    sum.failed += failed
    sum.open += open
  }
  return sum
}
