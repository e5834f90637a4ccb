/** Counts failures per key in a sliding window, and bars a key with too many. */
export class FailureLimit {
  private readonly limit: number
  private readonly windowMs: number
  /** When the newest failures of a key were, oldest first; never more than the limit. */
  private readonly times = new Map<string, Array<number>>()
  private sweptMs = 0

  /** At most `limit` failures per `windowMs`. */
  constructor(limit: number, windowMs: number) {
    this.limit = limit
    this.windowMs = windowMs
  }

  /** Keys that are remembered now. */
  get size(): number {
    return this.times.size
  }

  failed(key: string, nowMs: number): void {
    this.sweep(nowMs)
    const times = this.times.get(key) ?? []
    times.push(nowMs)
    if (times.length > this.limit) times.shift()
    this.times.set(key, times)
  }

  /** For how many more milliseconds the key is barred; null where it is not. */
  barredForMs(key: string, nowMs: number): number | null {
    this.sweep(nowMs)
    const times = this.times.get(key)
    if (times === undefined || times.length < this.limit) return null
    // The clock may be set back: no failure counts longer than its window.
    for (const [index, at] of times.entries()) times[index] = Math.min(at, nowMs)
    const leftMs = times[0]! + this.windowMs - nowMs
    return leftMs > 0 ? leftMs : null
  }

  /** Forgets, once per window, the keys that no longer count. */
  private sweep(nowMs: number): void {
    if (Math.abs(nowMs - this.sweptMs) < this.windowMs) return
    this.sweptMs = nowMs
    for (const [key, times] of this.times) if (nowMs - times.at(-1)! >= this.windowMs) this.times.delete(key)
  }
}
