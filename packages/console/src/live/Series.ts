/** Points of a chart's line: times in seconds as charts take them, and values; null is a gap. */
export interface Line {
  readonly times: Array<number>
  readonly values: Array<number | null>
}

/** The newest numbers of a datapoint in a ring: as many as the window and the rate need, never more than `most`. */
export class Series {
  readonly #times: Float64Array
  readonly #values: Float64Array
  /** The span of which the least and the greatest sample are kept, in milliseconds; 0 where all are. */
  readonly bucketMs: number
  #next = 0
  #length = 0
  /** Up to then samples were recorded, further apart than live ones. */
  #recordedToMs = -Infinity

  /** `most`: how many samples are kept. With `bucketMs` the least and the greatest of each such span are, no others. */
  constructor(most: number, bucketMs = 0) {
    this.bucketMs = bucketMs
    this.#times = new Float64Array(Math.max(2, most))
    this.#values = new Float64Array(Math.max(2, most))
  }

  get length(): number {
    return this.#length
  }

  get capacity(): number {
    return this.#times.length
  }

  /** `value` NaN is a sample without a number: a gap. Samples that are not newer than the last one are left out. */
  push(timeMs: number, value: number): void {
    if (this.#length > 0 && timeMs <= this.lastMs) return
    if (this.bucketMs > 0 && this.#length >= 2 && this.#narrow(timeMs, value)) return
    this.#append(timeMs, value)
  }

  /** Where the span of a new sample has two already, keeps the extremes of the three. Answers whether it did. */
  #narrow(timeMs: number, value: number): boolean {
    const points = [this.at(this.#length - 2), this.at(this.#length - 1), { timeMs, value }]
    const bucket = Math.floor(timeMs / this.bucketMs)
    if (points.some((point) => Math.floor(point.timeMs / this.bucketMs) !== bucket || Number.isNaN(point.value)))
      return false
    const sorted = points.toSorted((left, right) => left.value - right.value)
    const [first, second] = [sorted[0]!, sorted[2]!].toSorted((left, right) => left.timeMs - right.timeMs)
    this.#next = (this.#next - 2 + this.capacity) % this.capacity
    this.#length -= 2
    this.#append(first!.timeMs, first!.value)
    this.#append(second!.timeMs, second!.value)
    return true
  }

  #append(timeMs: number, value: number): void {
    this.#times[this.#next] = timeMs
    this.#values[this.#next] = value
    this.#next = (this.#next + 1) % this.capacity
    this.#length = Math.min(this.#length + 1, this.capacity)
  }

  clear(): void {
    this.#length = 0
  }

  /** Puts recorded samples, oldest first, before those that came live. */
  prepend(recorded: ReadonlyArray<{ readonly timeMs: number; readonly value: number }>): void {
    const live = Array.from({ length: this.#length }, (_, index) => this.at(index))
    const first = live[0]?.timeMs ?? Infinity
    this.#length = 0
    this.#next = 0
    this.#recordedToMs = recorded.findLast(({ timeMs }) => timeMs < first)?.timeMs ?? -Infinity
    for (const point of recorded) if (point.timeMs < first) this.push(point.timeMs, point.value)
    for (const point of live) this.push(point.timeMs, point.value)
  }

  at(index: number): { readonly timeMs: number; readonly value: number } {
    const place = (this.#next - this.#length + index + this.capacity) % this.capacity
    return { timeMs: this.#times[place]!, value: this.#values[place]! }
  }

  get lastMs(): number {
    return this.#length === 0 ? Number.NaN : this.at(this.#length - 1).timeMs
  }

  /** Least and greatest value between two times, and the newest; undefined without any. */
  extent(
    fromMs: number,
    toMs: number
  ): { readonly min: number; readonly max: number; readonly last: number } | undefined {
    let min = Infinity
    let max = -Infinity
    let last = Number.NaN
    for (let index = this.#firstAfter(fromMs); index < this.#length; index++) {
      const { timeMs, value } = this.at(index)
      if (timeMs > toMs) break
      if (Number.isNaN(value)) continue
      if (value < min) min = value
      if (value > max) max = value
      last = value
    }
    return Number.isNaN(last) ? undefined : { min, max, last }
  }

  /**
   * The line between two times for a chart that is `pixels` wide: beyond two points a pixel, the least and the greatest of
   * each pixel. Where samples are further apart than `gapMs`, recorded ones than `recordedGapMs`, or a sample had no number,
   * there is a gap.
   */
  line(fromMs: number, toMs: number, pixels: number, gapMs: number, recordedGapMs = gapMs): Line {
    const isGap = (afterMs: number, timeMs: number) =>
      timeMs - afterMs > (afterMs <= this.#recordedToMs ? Math.max(gapMs, recordedGapMs) : gapMs)
    const begin = Math.max(0, this.#firstAfter(fromMs) - 1)
    let end = this.#length
    while (end > begin && this.at(end - 1).timeMs > toMs) end -= 1
    const line: Line = { times: [], values: [] }
    const add = (timeMs: number, value: number | null) => {
      line.times.push(timeMs / 1000)
      line.values.push(value)
    }
    const isDense = end - begin > 2 * pixels
    const bucketMs = (toMs - fromMs) / Math.max(1, pixels)
    let previousMs = Number.NaN
    let index = begin
    while (index < end) {
      const { timeMs, value } = this.at(index)
      if (isGap(previousMs, timeMs)) add(previousMs + 1, null)
      if (Number.isNaN(value)) {
        add(timeMs, null)
        previousMs = timeMs
        index += 1
        continue
      }
      if (!isDense) {
        add(timeMs, value)
        previousMs = timeMs
        index += 1
        continue
      }
      const bucketEnds = fromMs + (Math.floor((timeMs - fromMs) / bucketMs) + 1) * bucketMs
      let low = { timeMs, value }
      let high = low
      previousMs = timeMs
      for (index += 1; index < end; index++) {
        const point = this.at(index)
        if (point.timeMs >= bucketEnds || Number.isNaN(point.value) || isGap(previousMs, point.timeMs)) break
        if (point.value < low.value) low = point
        if (point.value > high.value) high = point
        previousMs = point.timeMs
      }
      const [first, second] = low.timeMs <= high.timeMs ? [low, high] : [high, low]
      add(first.timeMs, first.value)
      if (second.timeMs > first.timeMs) add(second.timeMs, second.value)
    }
    return line
  }

  /** The place of the first sample after a time. */
  #firstAfter(timeMs: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.at(middle).timeMs > timeMs) high = middle
      else low = middle + 1
    }
    return low
  }
}

const mostPoints = 7200

/** A series for a window at a rate: every sample where they are few, else the extremes of spans. */
export const seriesFor = (windowMs: number, rateHz: number): Series => {
  const wanted = Math.ceil((windowMs / 1000) * Math.max(0.1, rateHz)) + 2
  return wanted <= mostPoints
    ? new Series(Math.max(240, wanted))
    : new Series(mostPoints, (2 * windowMs) / (mostPoints - 4))
}
