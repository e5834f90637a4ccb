import { snapshotTypes } from "@fleet/domain/Cameras"
import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { moveNames, type SlugNames } from "../../access/slugNames.ts"
import { publishedSlug } from "../config/PublishedConfigs.ts"
import { type Observation, reasonOf } from "../health/Observation.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import { CameraSnapshot, type SnapshotStorage } from "./CameraSnapshot.ts"
import { imageSize } from "./imageSize.ts"
import type { DescribedSnapshot, Snapshot } from "./Snapshot.ts"

/** What is wrong with an image that is not taken. */
const faultOf = (mime: string): string =>
  (snapshotTypes as ReadonlyArray<string>).includes(mime)
    ? `A still was dropped: its bytes are no ${mime}.`
    : `A still was dropped: its type is ${JSON.stringify(mime)}, and stills are ${snapshotTypes.join(", ")}.`

/**
 * The newest image of each camera of one robot: in memory while its bridge is connected, and stored now and then, and when
 * the bridge leaves.
 */
export class SnapshotPart implements RobotPart {
  private readonly cameras = new Map<string, CameraSnapshot>()
  private readonly home: RobotHome
  private readonly storage: SnapshotStorage
  private readonly observe: (observation: Observation) => void
  /** Cameras of which a still was dropped, and none was taken since. */
  private readonly unread = new Map<string, true>()
  private isConnected = false

  constructor(home: RobotHome, storage: SnapshotStorage, observe: (observation: Observation) => void) {
    this.home = home
    this.storage = storage
    this.observe = observe
  }

  get isVacant(): boolean {
    return this.cameras.size === 0
  }

  /** Null where it is not in memory. */
  described(slug: string): DescribedSnapshot | null {
    return this.cameras.get(publishedSlug(this.home.published, slug))?.described ?? null
  }

  /** Null where it is not in memory. */
  newest(slug: string): Snapshot | null {
    return this.cameras.get(publishedSlug(this.home.published, slug))?.lend() ?? null
  }

  /**
   * False, with nothing kept, where images come too fast, or the bytes are no image of a known type. Width and height are
   * those of the bytes, whatever the header says.
   */
  snapshot({ mime, slug, timestamp_ms }: SnapshotHeader, image: Uint8Array): boolean {
    const nowMs = this.storage.nowMs()
    const camera = this.cameraOf(slug, nowMs)
    if (!camera.admit(nowMs)) return false
    const size = imageSize(mime, image)
    if (size === null) {
      this.unreadable(slug, faultOf(mime), nowMs)
      return false
    }
    if (this.unread.delete(slug)) this.report(slug, null, nowMs)
    const { published, robotId } = this.home
    const { version } = published
    camera.take({ robot_id: robotId, slug, version, mime, ...size, timestamp_ms, received_at_ms: nowMs, image }, nowMs)
    return true
  }

  /** A still was dropped. */
  unreadable(slug: string, reason: string, nowMs: number): void {
    if (this.home.published.exposures.get(slug)?.kind !== "camera" || this.unread.has(slug)) return
    this.unread.set(slug, true)
    this.report(slug, reason, nowMs)
  }

  private report(ref: string, reason: string | null, observedAtMs: number): void {
    const { orgId, robotId } = this.home
    const verdict =
      reason === null ? ({ state: "ok", reason } as const) : ({ state: "failed", reason: reasonOf(reason) } as const)
    this.observe({ orgId, robotId, kind: "camera", ref, facet: "source", ...verdict, observedAtMs })
  }

  tick(nowMs: number): void {
    for (const [slug, camera] of this.cameras) {
      camera.storeIfDue(nowMs)
      if (!camera.isOver(nowMs)) continue
      camera.forget()
      this.cameras.delete(slug)
    }
  }

  /** What is not of a camera any more is not kept. */
  config(): void {
    const { exposures } = this.home.published
    for (const [slug, camera] of this.cameras) if (exposures.get(slug)?.kind !== "camera") camera.forget()
    for (const slug of this.unread.keys()) if (exposures.get(slug)?.kind !== "camera") this.unread.delete(slug)
  }

  /** What is stored under the new slug is the newest from here on. */
  renameSlug(_from: string, to: string): void {
    this.cameras.get(publishedSlug(this.home.published, to))?.storeNow(this.storage.nowMs())
  }

  moveSlugs(names: SlugNames): void {
    for (const camera of moveNames(this.cameras, names)) camera.forget()
    moveNames(this.unread, names)
    for (const now of names.values()) this.cameras.get(now)?.rename(now, this.home.published.version)
  }

  attach(): void {
    this.setConnected(true)
  }

  detach(nowMs: number): void {
    this.setConnected(false)
    this.storeNow(nowMs)
  }

  storeNow(nowMs: number): void {
    for (const camera of this.cameras.values()) camera.storeNow(nowMs)
  }

  forget(): void {
    for (const camera of this.cameras.values()) camera.forget()
    this.cameras.clear()
  }

  private cameraOf(slug: string, nowMs: number): CameraSnapshot {
    let camera = this.cameras.get(slug)
    if (camera === undefined) {
      this.cameras.set(slug, (camera = new CameraSnapshot(this.storage, nowMs)))
      camera.isConnected = this.isConnected
    }
    return camera
  }

  private setConnected(isConnected: boolean): void {
    this.isConnected = isConnected
    for (const camera of this.cameras.values()) camera.isConnected = isConnected
  }
}
