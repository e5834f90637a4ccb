import type { Counters } from "../../platform/telemetry/Counters.ts"

/** An image in memory. */
export interface HeldImage {
  /** Its memory is needed. Whether it was let go of now. */
  readonly yieldMemory: () => boolean
}

/** Images in memory, of all cameras: so many bytes. Where more come, those go that have come the longest ago. */
export class SnapshotMemory {
  private readonly held = new Map<HeldImage, number>()
  private readonly limit: number
  private readonly counters: Pick<Counters["Service"], "stills_bytes">

  constructor(limit: number, counters: Pick<Counters["Service"], "stills_bytes">) {
    this.limit = limit
    this.counters = counters
  }

  /** Counts an image as the one that came last. */
  hold(image: HeldImage, bytes: number): void {
    this.release(image)
    this.held.set(image, bytes)
    this.counters.stills_bytes += bytes
    this.makeRoom()
  }

  release(image: HeldImage): void {
    this.counters.stills_bytes -= this.held.get(image) ?? 0
    this.held.delete(image)
  }

  /** Lets go of what is too much. Few stay that are asked: those that are being stored. */
  makeRoom(): void {
    for (const image of this.held.keys()) {
      if (this.counters.stills_bytes <= this.limit) return
      if (image.yieldMemory()) this.release(image)
    }
  }
}
