import { Effect, Exit } from "effect"
import { freeImage } from "./freeImage.ts"
import type { DescribedSnapshot, Snapshot } from "./Snapshot.ts"
import type { HeldImage, SnapshotMemory } from "./SnapshotMemory.ts"
import type { SnapshotQueue, Storable } from "./SnapshotQueue.ts"

/** Images of one camera that are looked at: so many at once, and so many a second. More are dropped as they are. */
export const maxImages = 4
const refillMs = 1_000

/** How often the image of a camera is stored whose bridge stays connected, at most. */
export const storedEveryMs = 300_000

/** What the stills of all cameras share. */
export interface SnapshotStorage {
  readonly memory: SnapshotMemory
  readonly queue: SnapshotQueue
  readonly put: (snapshot: Snapshot) => Effect.Effect<void>
  readonly nowMs: () => number
  /** An image was dropped that was not stored. */
  readonly onDropped: () => void
}

/** The newest image of one camera, in memory, and what of it is stored. */
export class CameraSnapshot implements HeldImage, Storable {
  private newest: Snapshot | null = null
  /** Whether others have the newest, so that its memory is not given back here. */
  private isLent = false
  /** Whether the newest is to stay in memory once it is stored. */
  isConnected = false
  private isStored = false
  private isStoring = false
  /** Images that may come now. */
  private credit = maxImages
  private cameMs: number
  /** Before this nothing more is stored. */
  private dueMs: number
  private readonly storage: SnapshotStorage

  constructor(storage: SnapshotStorage, nowMs: number) {
    this.storage = storage
    this.cameMs = nowMs
    this.dueMs = nowMs
  }

  /** Whether an image that comes now is to be looked at. */
  admit(nowMs: number): boolean {
    // A clock that was set back takes nothing away.
    const passedMs = Math.max(0, nowMs - this.cameMs)
    this.credit = Math.min(maxImages, this.credit + (passedMs / refillMs) * maxImages)
    this.cameMs = nowMs
    if (this.credit < 1) return false
    this.credit--
    return true
  }

  /** The description of the newest. Its bytes may be gone when the next one comes. */
  get described(): DescribedSnapshot | null {
    return this.newest
  }

  /** The newest, which does not change for its readers. */
  lend(): Snapshot | null {
    this.isLent = true
    return this.newest
  }

  /** `isLent` where others have the image, too. */
  take(snapshot: Snapshot, nowMs: number, isLent = false): void {
    this.free()
    this.newest = snapshot
    this.isLent = isLent
    this.isStored = false
    this.storage.memory.hold(this, snapshot.image.length)
    this.storeIfDue(nowMs)
  }

  /** The camera has another slug in a new version. */
  rename(slug: string, version: number): void {
    if (this.newest !== null) this.newest = { ...this.newest, slug, version }
  }

  storeIfDue(nowMs: number): void {
    if (this.newest === null || this.isStored || this.isStoring || !this.isDue(nowMs)) return
    this.storage.queue.add(this)
  }

  /** What is not stored is, however short ago one was. */
  storeNow(nowMs: number): void {
    this.dueMs = nowMs
    this.storeIfDue(nowMs)
  }

  store(): Effect.Effect<void> {
    const { newest, storage } = this
    if (newest === null || this.isStored) return Effect.void
    this.isStoring = true
    this.isLent = true
    storage.memory.mark(this, "being stored")
    this.dueMs = storage.nowMs() + (this.isConnected ? storedEveryMs : 0)
    return storage.put(newest).pipe(
      Effect.tapCause((cause) => Effect.logError("camera image could not be stored", cause)),
      Effect.exit,
      Effect.map((exit) => this.ended(newest, Exit.isSuccess(exit)))
    )
  }

  yieldMemory(): boolean {
    if (this.isStored) this.letGo()
    else if (!this.isStoring) {
      if (this.storage.queue.isFull) return false
      this.storage.queue.add(this)
    }
    return true
  }

  drop(): void {
    this.storage.onDropped()
    this.letGo()
  }

  /** The camera is another one from now on, or none. */
  forget(): void {
    this.letGo()
    this.dueMs = 0
  }

  /** Whether nothing has to be remembered of the camera. */
  isOver(nowMs: number): boolean {
    if (this.isStoring || Math.abs(nowMs - this.cameMs) < refillMs) return false
    if (this.isConnected) return this.newest === null && this.isDue(nowMs)
    return this.newest === null || this.isStored
  }

  /** Also where it is further away than it can be: the clock was set back. */
  private isDue(nowMs: number): boolean {
    return nowMs >= this.dueMs || this.dueMs - nowMs > storedEveryMs
  }

  private free(): void {
    if (this.newest !== null && !this.isLent) freeImage(this.newest.image)
    this.newest = null
  }

  private letGo(): void {
    this.free()
    this.storage.queue.remove(this)
    this.storage.memory.release(this)
  }

  /** It is tried again in time, where somebody is there to send another and its memory is not needed until then. */
  private failed(): void {
    if (!this.isConnected) this.forget()
    else if (this.storage.memory.isOver()) this.drop()
  }

  private ended(stored: Snapshot, isStored: boolean): void {
    const { memory, nowMs } = this.storage
    this.isStoring = false
    if (this.newest !== stored) this.storeIfDue(nowMs())
    else {
      this.isStored = isStored
      memory.mark(this, isStored ? "stored" : "unstored")
      if (!isStored) this.failed()
    }
    memory.makeRoom()
  }
}
