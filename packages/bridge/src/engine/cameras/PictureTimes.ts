/** Pictures that were written and have not come back; the oldest are forgotten beyond. */
export const maxUnread = 256
/** Between the times of two pictures in milliseconds: robots' clocks may be set. */
const most = 1_000

/** Which picture comes out of an encoder: by the time that it was given, whatever the encoder drops or repeats. */
export class PictureTimes {
  private readonly unread: Array<{ readonly atMs: number; readonly capturedMs: number }> = []
  private lastMs = -1
  private lastCapturedMs: number | null = null

  /** Pictures that are remembered now. */
  get size(): number {
    return this.unread.length
  }

  /** The time to write a picture with, in whole milliseconds from the first; no two have the same. */
  written(capturedMs: number): number {
    const passedMs = this.lastCapturedMs === null ? 1 : Math.round(capturedMs - this.lastCapturedMs)
    this.lastMs += Math.min(most, Math.max(1, passedMs))
    this.lastCapturedMs = capturedMs
    this.unread.push({ atMs: this.lastMs, capturedMs })
    if (this.unread.length > maxUnread) this.unread.shift()
    return this.lastMs
  }

  /** When the picture that came back with this time was captured; null where none is known. */
  capturedMs(atMs: number): number | null {
    while (this.unread.length > 1 && this.unread[1]!.atMs <= atMs) this.unread.shift()
    return this.unread[0]?.capturedMs ?? null
  }
}
