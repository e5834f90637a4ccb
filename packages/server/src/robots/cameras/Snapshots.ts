import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import type { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option } from "effect"
import { type Snapshot, SnapshotStore } from "./SnapshotStore.ts"

/** The newest image of each camera, kept whether or not the robot is connected. */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    readonly keep: (robotId: RobotId, header: SnapshotHeader, image: Uint8Array) => Effect.Effect<void>
    readonly newest: (robotId: RobotId, slug: string) => Effect.Effect<Option.Option<Snapshot>>
  }
>()("@fleet/server/Snapshots") {
  static readonly layer = Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const store = yield* SnapshotStore
      return Snapshots.of({
        keep: (robotId, { height, mime, slug, timestamp_ms, width }, image) =>
          store.put({ robot_id: robotId, slug, mime, width, height, timestamp_ms, image }),
        newest: (robotId, slug) => store.find({ robotId, slug })
      })
    })
  )
}
