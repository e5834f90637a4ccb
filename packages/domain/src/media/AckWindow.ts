import { seqAfter } from "./MediaFrames.ts"

/** Behind by more than `skip` a receiver gets no pictures but from a key picture on, once it is behind by less than `resume`. */
export const lagMs = { skip: 350, resume: 200 }
/** A picture without an ack for so long ends its socket. */
export const unackedMs = 10_000

/** What one receiver was sent and has not acknowledged: its lag is the age of the oldest. */
export class AckWindow {
  /** Since when it skips; null while it is sent every picture. */
  skippingSinceMs: number | null = null
  private isWaiting = true
  private readonly unacked: Array<{ readonly seq: number; readonly sentMs: number }> = []

  /** How long the oldest picture without an ack has been so, in milliseconds. */
  lagMs(nowMs: number): number {
    const oldest = this.unacked[0]
    return oldest === undefined ? 0 : nowMs - oldest.sentMs
  }

  isTooSlow(nowMs: number): boolean {
    return this.lagMs(nowMs) >= unackedMs
  }

  /** Whether the picture is to be sent now; it counts as sent then. */
  takes({ isKey, seq }: { readonly isKey: boolean; readonly seq: number }, nowMs: number): boolean {
    const lag = this.lagMs(nowMs)
    if (this.skippingSinceMs === null && lag > lagMs.skip) this.skippingSinceMs = nowMs
    if (this.skippingSinceMs !== null || this.isWaiting) {
      if (!isKey || lag >= lagMs.resume) return false
      this.skippingSinceMs = null
      this.isWaiting = false
    }
    this.unacked.push({ seq, sentMs: nowMs })
    return true
  }

  /** Everything up to this picture has come. A number that was not sent is ignored. */
  ack(seq: number): void {
    const index = this.unacked.findLastIndex((sent) => seqAfter(seq, sent.seq) >= 0)
    const newest = this.unacked.at(-1)
    if (newest === undefined || seqAfter(seq, newest.seq) > 0) return
    this.unacked.splice(0, index + 1)
  }
}
