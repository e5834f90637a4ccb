/** Bounds of the pictures that are kept of one stream for a viewer that joins. */
export const maxGopMs = 2_000
export const maxGopBytes = 1_048_576

/** A unit as it was framed once: the WebSocket frames of its parts, together. */
export interface Unit {
  readonly isKey: boolean
  readonly seq: number
  readonly ptsMs: number
  /** Of the frame. */
  readonly bytes: number
  readonly frame: Buffer
}

/** The last key picture of a stream with what followed it. It is dropped where it grows beyond its bounds. */
export class Gop {
  bytes = 0
  private kept: Array<Unit> = []

  /** Empty where a viewer has to wait for the next key picture. */
  get units(): ReadonlyArray<Unit> {
    return this.kept
  }

  add(unit: Unit): void {
    if (unit.isKey) this.clear()
    else if (this.kept.length === 0) return
    const spanMs = (unit.ptsMs - (this.kept[0]?.ptsMs ?? unit.ptsMs)) >>> 0
    if (spanMs > maxGopMs || this.bytes + unit.bytes > maxGopBytes) return this.clear()
    this.kept.push(unit)
    this.bytes += unit.bytes
  }

  clear(): void {
    this.kept = []
    this.bytes = 0
  }
}
