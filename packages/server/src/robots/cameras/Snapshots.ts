import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import type { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, FiberSet, Layer, type Option } from "effect"
import { isImage } from "./imageTypes.ts"
import { type Snapshot, SnapshotStore } from "./SnapshotStore.ts"

/** The newest image of each camera by arrival, kept whether or not the robot is connected. */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    /**
     * Written behind, one at a time for each camera; of those that come meanwhile only the newest. False, with nothing
     * kept, where the bytes are no image of a known type.
     */
    readonly keep: (robotId: RobotId, header: SnapshotHeader, image: Uint8Array) => boolean
    readonly newest: (robotId: RobotId, slug: string) => Effect.Effect<Option.Option<Snapshot>>
  }
>()("@fleet/server/Snapshots") {
  static readonly layer = Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const store = yield* SnapshotStore
      const run = yield* FiberSet.makeRuntime()
      /** By camera, while one of its images is being written: the newest that came since. */
      const next = new Map<string, Snapshot | null>()

      const write = (key: string, snapshot: Snapshot): Effect.Effect<void> =>
        store.put(snapshot).pipe(
          Effect.catchCause((cause) => Effect.logError("an image could not be kept", cause)),
          Effect.andThen(
            Effect.suspend(() => {
              const newer = next.get(key)
              if (newer === null || newer === undefined) {
                next.delete(key)
                return Effect.void
              }
              next.set(key, null)
              return write(key, newer)
            })
          )
        )

      return Snapshots.of({
        keep: (robotId, { height, mime, slug, timestamp_ms, width }, image) => {
          if (!isImage(mime, image)) return false
          const key = `${robotId}/${slug}`
          const snapshot = { robot_id: robotId, slug, mime, width, height, timestamp_ms, image }
          const writing = next.has(key)
          next.set(key, writing ? snapshot : null)
          if (!writing) run(write(key, snapshot))
          return true
        },
        newest: (robotId, slug) => store.find({ robotId, slug })
      })
    })
  )
}
