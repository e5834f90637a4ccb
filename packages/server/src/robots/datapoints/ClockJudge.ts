import { isClockOff } from "../home/isClockOff.ts"

/** Stamps of the other kind within this keep a judgement as it is. */
const settledMs = 10_000

const units = [
  ["year", 365 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000]
] as const

/** A length of time in the largest unit of which there are two. */
const lengthOf = (ms: number): string => {
  const [unit, unitMs] = units.find(([, each]) => ms >= 2 * each) ?? (["second", 1_000] as const)
  return `${Math.round(ms / unitMs)} ${unit}s`
}

/** Judges a robot's clock by the stamps of its live samples, and by what its bridge says of it. */
export class ClockJudge {
  private offMs = Number.NEGATIVE_INFINITY
  private goodMs = Number.NEGATIVE_INFINITY
  /** Of the newest stamp that was off: how far it was ahead. */
  private aheadMs = 0
  private isSimulated: boolean | null = null

  /** A live sample arrived. */
  stamped(timestampMs: number, nowMs: number): void {
    if (isClockOff(timestampMs, nowMs)) {
      this.offMs = nowMs
      this.aheadMs = timestampMs - nowMs
    } else this.goodMs = nowMs
  }

  /** What the bridge says: its own clock stands for the cloud's where no sample shows more. */
  reported(isSimulated: boolean, offsetMs: number | null, nowMs: number): void {
    this.isSimulated = isSimulated
    if (offsetMs !== null && this.goodMs < nowMs - settledMs && this.offMs < nowMs - settledMs) {
      this.stamped(nowMs + offsetMs, nowMs)
    }
  }

  /** True for a clock that is off, false for one that is right, null while nothing or both is seen. */
  isOff(nowMs: number): boolean | null {
    const isOff = Math.abs(nowMs - this.offMs) < settledMs
    const isGood = Math.abs(nowMs - this.goodMs) < settledMs
    return isOff === isGood ? null : isOff
  }

  /** What is wrong with the clock, and by how much. */
  get reason(): string {
    const { aheadMs, isSimulated } = this
    const off = `${lengthOf(Math.abs(aheadMs))} ${aheadMs < 0 ? "behind" : "ahead of"} the cloud's clock`
    const time = isSimulated === null ? "" : ` It ${isSimulated ? "runs" : "does not run"} on simulated time.`
    return `The robot's stamps are ${off}.${time}`
  }
}
