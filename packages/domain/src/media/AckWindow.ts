import { LinkRate } from "./LinkRate.ts"
import { seqAfter } from "./MediaFrames.ts"
import { SentPictures } from "./SentPictures.ts"

/**
 * Behind by more than `skip` a receiver gets no pictures but from a key picture on, once it is behind by less than `resume`.
 * The way there and back, without which no ack comes, does not count.
 */
export const lagMs = { skip: 350, resume: 200 }
/** A picture without an ack for so long ends its socket. */
export const unackedMs = 10_000

/** A picture that may be sent; its bytes are those on the wire. */
export interface Sendable {
  readonly isKey: boolean
  readonly seq: number
  readonly bytes: number
}

/** What one receiver was sent and has not acknowledged: its lag is the age of the oldest. */
export class AckWindow {
  /** Since when it skips; null while it is sent every picture. */
  skippingSinceMs: number | null = null
  readonly link = new LinkRate()
  private isWaiting = true
  private readonly unacked = new SentPictures()

  /** How long the oldest picture without an ack has been so, in milliseconds. */
  lagMs(nowMs: number): number {
    return this.unacked.count === 0 ? 0 : nowMs - this.unacked.sentMs(0)
  }

  isTooSlow(nowMs: number): boolean {
    return this.lagMs(nowMs) >= unackedMs
  }

  /** Whether the picture is to be sent now; it counts as sent then. */
  takes({ bytes, isKey, seq }: Sendable, nowMs: number): boolean {
    const lag = this.lagMs(nowMs) - this.link.wayMs
    if (this.skippingSinceMs === null && lag > lagMs.skip) this.skippingSinceMs = nowMs
    if (this.skippingSinceMs !== null || this.isWaiting) {
      if (!isKey || lag >= lagMs.resume) return false
      this.skippingSinceMs = null
      this.isWaiting = false
    }
    this.unacked.add(seq, nowMs, bytes)
    return true
  }

  /** Everything up to this picture has come. A number that was not sent is ignored. */
  ack(seq: number, nowMs: number): void {
    const { unacked } = this
    const { count } = unacked
    if (count === 0 || seqAfter(seq, unacked.seq(count - 1)) > 0) return
    let come = 0
    while (come < count && seqAfter(seq, unacked.seq(come)) >= 0) come++
    if (come === 0) return
    const sentMs = unacked.sentMs(come - 1)
    this.link.acked(unacked.take(come), sentMs, nowMs)
  }
}
