/** Longer than the shortest way by so much, a picture has waited in a queue. */
export const queuedMs = 100
/** A queue that stays for so long is that of a link which is narrower than the stream; a lost packet holds up less. */
export const narrowAfterMs = 800
/** How long a shortest way is remembered, at least. */
const rememberedMs = 30_000
/** No way is taken to be longer: what is beyond is a queue, and a reader that acknowledges late on purpose is behind. */
export const longestWayMs = 250

/** The least of what came in the last 30 to 60 s; Infinity where nothing has. */
class Shortest {
  private nowMs = Infinity
  private beforeMs = Infinity
  private sinceMs = -Infinity

  get ms(): number {
    return Math.min(this.nowMs, this.beforeMs)
  }

  add(tookMs: number, nowMs: number): void {
    if (nowMs - this.sinceMs >= rememberedMs) {
      this.beforeMs = this.nowMs
      this.nowMs = Infinity
      this.sinceMs = nowMs
    }
    this.nowMs = Math.min(this.nowMs, tookMs)
  }
}

/** Finds out by acks whether a link is narrower than what is sent over it, and how wide it is then. */
export class LinkRate {
  private way = new Shortest()
  /** The same since the rate has changed: one that did not shorten the way did not have to be. */
  private wayAtRate = new Shortest()
  private sinceMs: number | null = null
  private lastMs = 0
  private bytes = 0

  /** The ack of a picture that was sent then has come, and with it so many bytes are acknowledged. */
  acked(bytes: number, sentMs: number, nowMs: number): void {
    const tookMs = nowMs - sentMs
    // The clock was set back meanwhile: what is known of the way is measured anew.
    if (tookMs < 0) {
      this.way = new Shortest()
      return this.restart()
    }
    this.way.add(tookMs, nowMs)
    this.wayAtRate.add(tookMs, nowMs)
    if (tookMs - this.wayAtRate.ms <= queuedMs) {
      this.sinceMs = null
      return
    }
    if (this.sinceMs === null) {
      this.sinceMs = nowMs
      this.bytes = 0
    } else this.bytes += bytes
    this.lastMs = nowMs
  }

  /** How long a picture and its ack take where nothing is in their way, in milliseconds; 0 while that is not known. */
  get wayMs(): number {
    return this.way.ms === Infinity ? 0 : Math.min(this.way.ms, longestWayMs)
  }

  /** The rate has changed: looks anew for whether the link is narrow. */
  restart(): void {
    this.sinceMs = null
    this.wayAtRate = new Shortest()
  }

  /** What a link that is too narrow takes, in bit/s; null while it is not known to be. */
  get narrowBps(): number | null {
    const passedMs = this.sinceMs === null ? 0 : this.lastMs - this.sinceMs
    return passedMs < narrowAfterMs ? null : (this.bytes * 8_000) / passedMs
  }
}
