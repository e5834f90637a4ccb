import type { Minute } from "./LatencyStore.ts"

const minuteMs = 60_000

/** What a robot has of the minute. */
export interface HasMinute {
  /** Null where there is nothing to write. */
  readonly take: (nowMs: number) => Minute | null
}

/** The minute that runs now. Times are Unix epoch milliseconds. */
export class RunningMinute {
  startMs: number

  constructor(nowMs: number) {
    this.startMs = nowMs - (nowMs % minuteMs)
  }

  get endMs(): number {
    return this.startMs + minuteMs
  }

  /** Whether the minute is over, or was left by a clock that was set back. */
  isOver(nowMs: number): boolean {
    return nowMs >= this.endMs || nowMs < this.startMs
  }

  /** Ends the minute, or what there is of it, and begins anew. */
  take(parts: Iterable<HasMinute>, nowMs: number): ReadonlyArray<Minute> {
    const minutes: Array<Minute> = []
    for (const part of parts) {
      const minute = part.take(nowMs)
      if (minute !== null) minutes.push(minute)
    }
    // A process that slept through minutes was not there to see anybody online.
    this.startMs = nowMs - (nowMs % minuteMs)
    return minutes
  }
}
