/** Counts failures per key in a sliding window, and says when there were too many. */
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

  failed(key: string, nowMs: number): void {
    this.sweep(nowMs)
    const times = this.times.get(key) ?? []
    times.push(nowMs)
    if (times.length > this.limit) times.shift()
    this.times.set(key, times)
  }

  exceeded(key: string, nowMs: number): boolean {
    const times = this.times.get(key)
    return times !== undefined && times.length >= this.limit && nowMs - times[0]! < this.windowMs
  }

  /** Forgets, once per window, the keys that no longer count. */
  private sweep(nowMs: number): void {
    if (nowMs - this.sweptMs < this.windowMs) return
    this.sweptMs = nowMs
    for (const [key, times] of this.times) if (nowMs - times.at(-1)! >= this.windowMs) this.times.delete(key)
  }
}
