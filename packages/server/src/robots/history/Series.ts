/** The capture times that one datapoint keeps, in order, as far as they are known here. */
export class Series {
  /** Samples that wait to be written, or are being written. */
  waiting = 0
  /** The series in the database, null until it was looked up. */
  id: number | null = null
  /** Every kept time from this one on is known here. */
  knownFromMs = Infinity
  private times: Array<number> = []

  /** Takes a time unless a known one lies nearer than the gap. */
  take(timestampMs: number, gapMs: number): boolean {
    const at = this.position(timestampMs)
    const after = this.times[at]
    const before = this.times[at - 1]
    if (after !== undefined && after - timestampMs < gapMs) return false
    if (before !== undefined && timestampMs - before < gapMs) return false
    this.times.splice(at, 0, timestampMs)
    return true
  }

  /** A time that was taken turned out to stand too near to a kept one. */
  correct(timestampMs: number, keptMs: number): void {
    this.drop(timestampMs)
    if (this.times[this.position(keptMs)] !== keptMs) this.times.splice(this.position(keptMs), 0, keptMs)
  }

  drop(timestampMs: number): void {
    const at = this.position(timestampMs)
    if (this.times[at] === timestampMs) this.times.splice(at, 1)
  }

  /** The database keeps no time after this one; null where it keeps none. */
  loaded(id: number, newestMs: number | null): void {
    this.id = id
    if (newestMs !== null && this.times[this.position(newestMs)] !== newestMs)
      this.times.splice(this.position(newestMs), 0, newestMs)
    this.knownFromMs = newestMs ?? -Infinity
  }

  /** Another process may write the series from here on. */
  unload(): void {
    this.id = null
    this.knownFromMs = Infinity
  }

  /** Forgets all but the newest; the database knows the others. */
  prune(keep: number): void {
    if (this.times.length <= keep) return
    this.times = this.times.slice(-keep)
    this.knownFromMs = Math.max(this.knownFromMs, this.times[0]!)
  }

  /** Index of the first time that is not before this one. Samples mostly come in order, so the end is tried first. */
  private position(timestampMs: number): number {
    const { times } = this
    if (times.length === 0 || times[times.length - 1]! < timestampMs) return times.length
    let low = 0
    let high = times.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (times[middle]! < timestampMs) low = middle + 1
      else high = middle
    }
    return low
  }
}
