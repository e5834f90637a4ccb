/** No stream is asked for less, in bit/s. */
export const leastRate = 50_000
const skippedMs = 3_000
const raiseAfterMs = 20_000
/** Between two changes at least: each costs the stream a new encoder. */
const betweenMs = { narrow: 2_000, other: 5_000 }
/** Of the rate for viewers of whom nothing is known but that they skip. */
const lowerBy = 0.7
/** Of what a link takes: what waits in it has to drain. */
const shareOfLink = 0.85
/** At most so little of the rate at once: what was measured may have been a moment. */
const mostLowered = 0.5
const raiseBy = 1.25

/** How one receiver of a stream gets on. */
export interface Receiver {
  /** Since when it is sent no pictures; null while it is. */
  readonly skippingSinceMs: number | null
  /** What its link takes, in bit/s, where that is known to be less than the stream; null where it is not. */
  readonly narrowBps: number | null
}

/**
 * How many bits a second a publisher is asked for: less once the stream is too much for every viewer, more once it has been
 * for none for a while.
 */
export class RateControl {
  private rate: number
  private changedMs: number
  private cleanSinceMs: number
  private readonly maxBitrate: number

  /** `maxBitrate` in bit/s. */
  constructor(maxBitrate: number, nowMs: number) {
    this.maxBitrate = maxBitrate
    this.rate = maxBitrate
    this.changedMs = nowMs - betweenMs.other
    this.cleanSinceMs = nowMs
  }

  /** The rate to ask for from now on, null for no change. */
  next(receivers: ReadonlyArray<Receiver>, nowMs: number): number | null {
    if (receivers.some((each) => each.skippingSinceMs !== null || each.narrowBps !== null)) this.cleanSinceMs = nowMs
    const sinceMs = nowMs - this.changedMs
    if (sinceMs < betweenMs.narrow) return null
    const isNarrow = receivers.length > 0 && receivers.every(({ narrowBps }) => narrowBps !== null)
    if (!isNarrow && sinceMs < betweenMs.other) return null
    const wanted = Math.max(...receivers.map((receiver) => this.wantedBy(receiver, nowMs)))
    if (receivers.length > 0 && wanted < this.rate)
      return this.change(Math.max(Math.min(leastRate, this.maxBitrate), Math.round(wanted)), nowMs)
    if (nowMs - this.cleanSinceMs < raiseAfterMs) return null
    return this.change(Math.min(this.maxBitrate, Math.round(this.rate * raiseBy)), nowMs)
  }

  private wantedBy({ narrowBps, skippingSinceMs }: Receiver, nowMs: number): number {
    if (narrowBps !== null) return Math.max(narrowBps * shareOfLink, this.rate * mostLowered)
    return skippingSinceMs !== null && nowMs - skippingSinceMs >= skippedMs ? this.rate * lowerBy : this.rate
  }

  private change(rate: number, nowMs: number): number | null {
    if (rate === this.rate) return null
    this.rate = rate
    this.changedMs = nowMs
    this.cleanSinceMs = nowMs
    return rate
  }
}
