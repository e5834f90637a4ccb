import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { Effect } from "effect"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import { imageSize } from "./imageSize.ts"
import type { Snapshot } from "./records/SnapshotRecords.ts"

/** How an image gets into the database. */
export interface SnapshotWriter {
  readonly put: (snapshot: Snapshot) => Effect.Effect<void>
  readonly run: (work: Effect.Effect<void>) => unknown
  readonly nowMs: () => number
}

/** Images of one camera that are looked at: so many at once, and so many a second. More are dropped as they are. */
export const maxImages = 4
const refillMs = 1_000

/** One camera whose images are being written, or came a moment ago. */
interface Slot {
  /** Images that may come now. */
  credit: number
  cameMs: number
  /** The newest image that was not stored yet. */
  newest: Snapshot | null
  isWriting: boolean
  /** Before this nothing more is written. */
  dueMs: number
}

const emptySlot = (nowMs: number): Slot => ({
  credit: maxImages,
  cameMs: nowMs,
  newest: null,
  isWriting: false,
  dueMs: nowMs
})

/** Between two writes of one camera: half of what the configuration says is between two images. */
const gapOf = (intervalSeconds: number) => (intervalSeconds * 1000) / 2

/**
 * The images of one robot that are not stored yet. Of each camera one is written at a time, and at most one in half of its
 * interval; of those that come meanwhile the newest is kept.
 */
export class SnapshotPart implements RobotPart {
  private readonly slots = new Map<string, Slot>()
  private readonly home: RobotHome
  private readonly writer: SnapshotWriter

  constructor(home: RobotHome, writer: SnapshotWriter) {
    this.home = home
    this.writer = writer
  }

  get isVacant(): boolean {
    return this.slots.size === 0
  }

  /** The newest image, where it is not stored yet. */
  waiting(slug: string): Snapshot | null {
    return this.slots.get(slug)?.newest ?? null
  }

  /**
   * False, with nothing kept, where images come too fast, or the bytes are no image of a known type or of another size than
   * they are said to be.
   */
  snapshot({ height, mime, slug, timestamp_ms, width }: SnapshotHeader, image: Uint8Array): boolean {
    const nowMs = this.writer.nowMs()
    const slot = this.slots.get(slug) ?? emptySlot(nowMs)
    this.slots.set(slug, slot)
    slot.credit = Math.min(maxImages, slot.credit + ((nowMs - slot.cameMs) / refillMs) * maxImages)
    slot.cameMs = nowMs
    if (slot.credit < 1) return false
    slot.credit--
    const size = imageSize(mime, image)
    if (size?.width !== width || size.height !== height) return false
    const { robotId } = this.home
    slot.newest = { robot_id: robotId, slug, mime, width, height, timestamp_ms, received_at_ms: nowMs, image }
    this.write(slug, slot, nowMs)
    return true
  }

  tick(nowMs: number): void {
    for (const [slug, slot] of this.slots) this.write(slug, slot, nowMs)
  }

  /** What is not of a camera any more is not written. */
  config(): void {
    for (const [slug, slot] of this.slots) if (!this.isPublished(slug)) slot.newest = null
  }

  /** The bridge goes on under the old slug until the next publish; what came before it is the new one's. */
  renameSlug(from: string, to: string): void {
    const { newest } = this.slots.get(from) ?? { newest: null }
    if (newest === null) return
    this.slots.get(from)!.newest = null
    const slot = this.slots.get(to) ?? emptySlot(this.writer.nowMs())
    slot.newest = { ...newest, slug: to }
    this.slots.set(to, slot)
  }

  detach(nowMs: number): void {
    for (const slot of this.slots.values()) slot.dueMs = nowMs
    this.tick(nowMs)
  }

  forget(): void {
    for (const slot of this.slots.values()) slot.newest = null
    this.slots.clear()
  }

  /** What waits, for a server that stops. */
  takeAll(): ReadonlyArray<Snapshot> {
    return [...this.slots.values()].flatMap((slot) => {
      const { newest } = slot
      slot.newest = null
      return newest === null ? [] : [newest]
    })
  }

  private isPublished(slug: string): boolean {
    return this.home.published.exposures.get(slug)?.kind === "camera"
  }

  private write(slug: string, slot: Slot, nowMs: number): void {
    if (slot.isWriting || nowMs < slot.dueMs) return
    const { newest } = slot
    if (newest === null) {
      if (nowMs - slot.cameMs >= refillMs) this.slots.delete(slug)
      return
    }
    const exposure = this.home.published.exposures.get(slug)
    slot.dueMs = nowMs + gapOf(exposure?.kind === "camera" ? exposure.config.snapshot_interval_seconds : 0)
    slot.isWriting = true
    const done = Effect.sync(() => {
      slot.isWriting = false
      if (slot.newest === newest) slot.newest = null
      else if (slot.newest !== null) this.write(slug, slot, this.writer.nowMs())
    })
    this.writer.run(
      this.writer.put(newest).pipe(
        Effect.catchCause((cause) => Effect.logError("camera image could not be stored", cause)),
        Effect.ensuring(done)
      )
    )
  }
}
