/** No stream is asked for less, in bit/s. */
export const leastRate = 50_000
const lowerAfterMs = 3_000
const raiseAfterMs = 20_000
const betweenMs = 5_000
const lowerBy = 0.7
const raiseBy = 1.25

/** How many bits a second a publisher is asked for: less while every viewer skips, more once none has for a while. */
export class RateControl {
  private rate: number
  private changedMs: number
  private cleanSinceMs: number
  private readonly ceiling: number

  /** `ceiling` in bit/s. */
  constructor(ceiling: number, nowMs: number) {
    this.ceiling = ceiling
    this.rate = ceiling
    this.changedMs = nowMs - betweenMs
    this.cleanSinceMs = nowMs
  }

  /** The rate to ask for from now on, null for no change. `skippingSinceMs` of each viewer; null for one that skips nothing. */
  next(skippingSinceMs: ReadonlyArray<number | null>, nowMs: number): number | null {
    const skips = skippingSinceMs.some((since) => since !== null)
    if (skips) this.cleanSinceMs = nowMs
    if (nowMs - this.changedMs < betweenMs) return null
    const all =
      skippingSinceMs.length > 0 && skippingSinceMs.every((since) => since !== null && nowMs - since >= lowerAfterMs)
    if (all) return this.change(Math.max(Math.min(leastRate, this.ceiling), Math.round(this.rate * lowerBy)), nowMs)
    if (nowMs - this.cleanSinceMs < raiseAfterMs) return null
    return this.change(Math.min(this.ceiling, Math.round(this.rate * raiseBy)), nowMs)
  }

  private change(rate: number, nowMs: number): number | null {
    if (rate === this.rate) return null
    this.rate = rate
    this.changedMs = nowMs
    this.cleanSinceMs = nowMs
    return rate
  }
}
