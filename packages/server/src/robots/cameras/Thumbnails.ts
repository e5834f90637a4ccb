import { NoSnapshotYet, RobotFailure } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { makeWorkerProcess } from "../../platform/process/WorkerProcess.ts"
import { Snapshots } from "./Snapshots.ts"

/** The longer edge of a thumbnail in pixels, and its bytes: what clients of MCP take. */
export const thumbnailLimits = { maxEdge: 1024, maxBytes: 250_000 }

/** What the process that makes pictures smaller is asked for. */
export interface Shrink {
  readonly image: Uint8Array
  readonly maxEdge: number
  readonly maxBytes: number
}

export interface Shrunk {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** A JPEG within `thumbnailLimits`, with the times of the still that it shows. */
export interface Thumbnail extends Shrunk {
  readonly mime: "image/jpeg"
  readonly timestampMs: number
  readonly ageMs: number
}

const { maxBytes, maxEdge } = thumbnailLimits

/** The newest still of a camera as a small JPEG, whatever the robot sent. */
export class Thumbnails extends Context.Service<
  Thumbnails,
  {
    readonly newest: (robotId: RobotId, slug: string) => Effect.Effect<Thumbnail, NoSnapshotYet | RobotFailure>
  }
>()("@fleet/server/Thumbnails") {
  static readonly layer = Layer.effect(
    Thumbnails,
    Effect.gen(function* () {
      const snapshots = yield* Snapshots
      const shrink = yield* makeWorkerProcess<Shrink, Shrunk | null>(new URL("./thumbnailProcess.ts", import.meta.url))
      // One at a time, and the still is read in its turn: those that wait hold no picture.
      const oneAtATime = Semaphore.withPermits(yield* Semaphore.make(1), 1)

      const small = Effect.fnUntraced(function* (robotId: RobotId, slug: string) {
        const snapshot = Option.getOrNull(yield* snapshots.newest(robotId, slug))
        if (snapshot === null) return yield* new NoSnapshotYet()
        const { height, image, mime, timestamp_ms: timestampMs, width } = snapshot
        const isSmall = image.length <= maxBytes && Math.max(width, height) <= maxEdge
        const shrunk =
          mime === "image/jpeg" && isSmall
            ? { bytes: image, width, height }
            : yield* shrink({ image: new Uint8Array(image), maxEdge, maxBytes })
        if (shrunk === null) {
          return yield* new RobotFailure({ code: "internal_error", message: "The picture cannot be read." })
        }
        return { ...shrunk, mime: "image/jpeg" as const, timestampMs, ageMs: yield* snapshots.ageMs(snapshot) }
      })

      return Thumbnails.of({
        newest: Effect.fn("Thumbnails.newest")((robotId, slug) => oneAtATime(small(robotId, slug)))
      })
    })
  )
}
