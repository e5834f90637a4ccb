/** Counts failures per key in a window that slides by halves, and says when there were too many. */
export class FailureLimit {
  private readonly limit: number
  private readonly halfMs: number
  private current = new Map<string, number>()
  private previous = new Map<string, number>()
  private turnedMs = 0

  /** At most `limit` failures per `windowMs`. */
  constructor(limit: number, windowMs: number) {
    this.limit = limit
    this.halfMs = windowMs / 2
  }

  failed(key: string, nowMs: number): void {
    this.turn(nowMs)
    this.current.set(key, (this.current.get(key) ?? 0) + 1)
  }

  exceeded(key: string, nowMs: number): boolean {
    this.turn(nowMs)
    return (this.current.get(key) ?? 0) + (this.previous.get(key) ?? 0) >= this.limit
  }

  private turn(nowMs: number): void {
    const halves = Math.floor((nowMs - this.turnedMs) / this.halfMs)
    if (halves < 1) return
    this.previous = halves === 1 ? this.current : new Map()
    this.current = new Map()
    this.turnedMs = nowMs
  }
}
