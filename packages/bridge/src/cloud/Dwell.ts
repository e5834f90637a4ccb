const windowMs = 5000
/** Of each second the newest so many count, which bounds memory and the cost of sorting. */
const perSecond = 2000

interface Second {
  readonly startMs: number
  readonly waits: Array<number>
  seen: number
}

/** The 95th percentile, by nearest rank; null of nothing. */
export const percentile95 = (values: ReadonlyArray<number>): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? null

/** How long frames waited between being queued and being written, over the last five seconds. */
export class Dwell {
  #seconds: Array<Second> = []

  record(waitedMs: number, nowMs: number): void {
    let second = this.#seconds.at(-1)
    if (second === undefined || nowMs - second.startMs >= 1000 || nowMs < second.startMs) {
      second = { startMs: nowMs, waits: [], seen: 0 }
      this.#seconds.push(second)
      this.#forget(nowMs)
    }
    second.waits[second.seen++ % perSecond] = waitedMs
  }

  /** `waiting`: how long the frames still queued have waited so far, so that a link that takes nothing counts too. */
  p95(nowMs: number, waiting: ReadonlyArray<number>): number | null {
    this.#forget(nowMs)
    return percentile95([...this.#seconds.flatMap((second) => second.waits), ...waiting])
  }

  #forget(nowMs: number): void {
    this.#seconds = this.#seconds.filter(({ startMs }) => startMs <= nowMs && nowMs - startMs < windowMs)
  }
}
