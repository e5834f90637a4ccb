import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { Effect } from "effect"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import { isImage } from "./imageTypes.ts"
import type { Snapshot } from "./SnapshotStore.ts"

/** How an image gets into the database. */
export interface SnapshotWriter {
  readonly put: (snapshot: Snapshot) => Effect.Effect<void>
  readonly run: (work: Effect.Effect<void>) => unknown
}

/** The images of one robot that are being written: one at a time for each camera, of those that come meanwhile the newest. */
export class SnapshotPart implements RobotPart {
  /** By camera, while one of its images is being written: the newest that came since. */
  private readonly next = new Map<string, Snapshot | null>()
  private readonly home: RobotHome
  private readonly writer: SnapshotWriter

  constructor(home: RobotHome, writer: SnapshotWriter) {
    this.home = home
    this.writer = writer
  }

  get isVacant(): boolean {
    return this.next.size === 0
  }

  /** False, with nothing kept, where the bytes are no image of a known type. */
  snapshot({ height, mime, slug, timestamp_ms, width }: SnapshotHeader, image: Uint8Array): boolean {
    if (!isImage(mime, image)) return false
    const snapshot = { robot_id: this.home.robotId, slug, mime, width, height, timestamp_ms, image }
    const writing = this.next.has(slug)
    this.next.set(slug, writing ? snapshot : null)
    if (!writing) this.writer.run(this.write(snapshot))
    return true
  }

  forget(): void {
    for (const slug of this.next.keys()) this.next.set(slug, null)
  }

  private write(snapshot: Snapshot): Effect.Effect<void> {
    return this.writer.put(snapshot).pipe(
      Effect.catchCause((cause) => Effect.logError("camera image could not be stored", cause)),
      Effect.andThen(
        Effect.suspend(() => {
          const newer = this.next.get(snapshot.slug)
          if (newer === null || newer === undefined) {
            this.next.delete(snapshot.slug)
            return Effect.void
          }
          this.next.set(snapshot.slug, null)
          return this.write(newer)
        })
      )
    )
  }
}
