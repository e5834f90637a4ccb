/** Credit never grows beyond this, so a pause allows two samples in a row and no more. */
const maxCredit = 2
/** Credit is earned in fractions, whose sum may miss a whole by a rounding. */
const whole = 1 - 1e-9

/** An average rate: time earns credit, a sample spends one. The first sample always passes. */
export class RateCeiling {
  #credit = 1
  #atMs: number | undefined

  /** Whether a sample may pass at this moment under a ceiling of `maxHz`. */
  allows(nowMs: number, maxHz: number): boolean {
    const elapsedMs = this.#atMs === undefined ? 0 : Math.max(0, nowMs - this.#atMs)
    this.#credit = Math.min(maxCredit, this.#credit + (elapsedMs / 1000) * maxHz)
    this.#atMs = nowMs
    return this.#credit >= whole
  }

  /** A sample passed. */
  passed(): void {
    this.#credit -= 1
  }
}
