import type { Counters } from "../../platform/telemetry/Counters.ts"

/** An image in memory. */
export interface HeldImage {
  /** Its memory is needed: a stored image is freed, any other is stored first. False where the store has no room now. */
  readonly yieldMemory: () => boolean
  /** Lets go of it, stored or not. */
  readonly drop: () => void
}

export type StoredState = "unstored" | "being stored" | "stored"

/**
 * Images in memory, of all cameras: so many bytes, and those that are being stored. Where more come, those go that have come
 * the longest ago: once they are stored, and unstored where the store takes no more and none is left that it has.
 */
export class SnapshotMemory {
  /** In the order in which they came. */
  private readonly held = new Map<HeldImage, { readonly bytes: number; state: StoredState }>()
  private readonly stored = new Set<HeldImage>()
  private bytesBeingStored = 0
  private readonly limit: number
  private readonly counters: Pick<Counters["Service"], "stills_bytes">

  constructor(limit: number, counters: Pick<Counters["Service"], "stills_bytes">) {
    this.limit = limit
    this.counters = counters
  }

  /** Whether there is more than there may be, without so many bytes that are about to go. */
  isOver(leaving = 0): boolean {
    return this.counters.stills_bytes - leaving > this.limit
  }

  /** Counts an image as the one that came last, and as not stored. */
  hold(image: HeldImage, bytes: number): void {
    this.release(image)
    this.held.set(image, { bytes, state: "unstored" })
    this.counters.stills_bytes += bytes
    this.makeRoom()
  }

  mark(image: HeldImage, state: StoredState): void {
    const found = this.held.get(image)
    if (found === undefined) return
    if (found.state === "being stored") this.bytesBeingStored -= found.bytes
    if (state === "being stored") this.bytesBeingStored += found.bytes
    if (state === "stored") this.stored.add(image)
    else this.stored.delete(image)
    found.state = state
  }

  release(image: HeldImage): void {
    this.mark(image, "unstored")
    this.counters.stills_bytes -= this.held.get(image)?.bytes ?? 0
    this.held.delete(image)
  }

  /** What is being stored goes after that, and is not waited for here. */
  makeRoom(): void {
    let leaving = 0
    for (const [image, found] of this.held) {
      if (!this.isOver(leaving)) return
      if (!image.yieldMemory()) break
      if (found.state === "being stored") leaving += found.bytes
    }
    for (const image of this.stored) {
      if (!this.isOver(this.bytesBeingStored)) return
      image.yieldMemory()
    }
    for (const [image, { state }] of this.held) {
      if (!this.isOver(this.bytesBeingStored)) return
      if (state !== "being stored") image.drop()
    }
  }
}
