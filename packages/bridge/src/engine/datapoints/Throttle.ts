/** Samples may come this much early: a robot's timer is not exact. */
const tolerance = 0.02

/** A minimum gap between samples; the first always passes. */
export class Throttle {
  readonly #gapMs: number
  #lastMs: number | undefined

  /** No rate, or 0, lets everything pass. */
  constructor(maxHz: number | undefined) {
    this.#gapMs = maxHz === undefined || maxHz === 0 ? 0 : (1000 / maxHz) * (1 - tolerance)
  }

  /** Whether a sample may pass at this moment. A clock that was set back does not hold samples up. */
  allows(nowMs: number): boolean {
    return this.#lastMs === undefined || nowMs < this.#lastMs || nowMs - this.#lastMs >= this.#gapMs
  }

  /** A sample passed. */
  passed(nowMs: number): void {
    this.#lastMs = nowMs
  }
}
