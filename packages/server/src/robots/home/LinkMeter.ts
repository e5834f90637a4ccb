const windowMs = 5_000
const floorSpanMs = 600_000
const floorStepMs = 10_000
const kept = 512
/** Room for samples at first: a robot with one slow datapoint needs no more. */
const keptAtFirst = 16
/** The delays that one question is about: all meters share it. */
const recent = new Float64Array(kept)

/**
 * Measures one bridge's link. Latency is the last ping's round trip; lag is how much longer than at the best of the last
 * ten minutes samples of the last five seconds took, at the median. Numbers are milliseconds.
 */
export class LinkMeter {
  latencyMs: number | null = null
  /**
   * A ring of arrivals and delays, two numbers a sample, as large as the samples of the last seconds need; null before the
   * first. Side by side, because a fleet's rings are not in the processor's cache when they are needed.
   */
  private ring: Float64Array<ArrayBuffer> | null = null
  /** Where in the ring the next sample goes. */
  private at = 0
  /** The smallest delay of each step of ten seconds. */
  private readonly floors: Array<{ readonly fromMs: number; least: number }> = []
  private readonly unanswered: Array<number> = []

  /** A ping was sent; answers how many before it are unanswered. */
  pinged(nowMs: number): number {
    return this.unanswered.push(nowMs) - 1
  }

  /** The round trip in milliseconds; null for an answer to no ping of ours. */
  ponged(sentMs: number, nowMs: number): number | null {
    const index = this.unanswered.indexOf(sentMs)
    if (index < 0) return null
    this.unanswered.splice(0, index + 1)
    this.latencyMs = Math.max(0, nowMs - sentMs)
    return this.latencyMs
  }

  /** A live sample arrived; of a burst the newest 512 count. */
  sampled(capturedMs: number, nowMs: number): void {
    const delay = nowMs - capturedMs
    let ring = (this.ring ??= new Float64Array(2 * keptAtFirst))
    const oldestMs = ring[this.at]!
    if (oldestMs !== 0 && nowMs - oldestMs <= windowMs && ring.length < 2 * kept) ring = this.grow(ring)
    ring[this.at] = nowMs
    ring[this.at + 1] = delay
    this.at = (this.at + 2) % ring.length
    const floor = this.floors.at(-1)
    if (floor === undefined || nowMs - floor.fromMs >= floorStepMs) {
      this.floors.push({ fromMs: nowMs, least: delay })
      while (nowMs - this.floors[0]!.fromMs > floorSpanMs) this.floors.shift()
    } else if (delay < floor.least) floor.least = delay
  }

  /** Null without a live sample in the last five seconds. */
  lagMs(nowMs: number): number | null {
    const { ring } = this
    if (ring === null) return null
    let count = 0
    for (let index = 0; index < ring.length; index += 2) {
      const time = ring[index]!
      if (time !== 0 && nowMs - time <= windowMs) recent[count++] = ring[index + 1]!
    }
    if (count === 0) return null
    const median = recent.subarray(0, count).sort()[count >> 1]!
    const least = this.floors.reduce((low, floor) => Math.min(low, floor.least), Number.POSITIVE_INFINITY)
    return Math.max(0, median - least)
  }

  private grow(ring: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
    const grown = new Float64Array(ring.length * 2)
    grown.set(ring.subarray(this.at))
    grown.set(ring.subarray(0, this.at), ring.length - this.at)
    this.at = ring.length
    return (this.ring = grown)
  }
}
