import type { Counters } from "../../platform/telemetry/Counters.ts"

/** An image in memory. */
export interface HeldImage {
  /** Its memory is needed. What is being stored is let go of after that. */
  readonly yieldMemory: () => "released" | "being stored"
}

/** Images in memory, of all cameras: so many bytes, and those that are being stored. Where more come, those go that have come the longest ago. */
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

  /** Lets go of what is too much, at once or once it is stored. */
  makeRoom(): void {
    let excess = this.counters.stills_bytes - this.limit
    for (const [image, bytes] of this.held) {
      if (excess <= 0) return
      excess -= bytes
      if (image.yieldMemory() === "released") this.release(image)
    }
  }
}
