import type { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, FiberSet, Layer, type Option } from "effect"
import { RobotHomes } from "../home/RobotHomes.ts"
import { SnapshotPart } from "./SnapshotPart.ts"
import { type Snapshot, SnapshotStore } from "./SnapshotStore.ts"

/** The newest image of each camera by arrival, kept whether or not the robot is connected. */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    readonly newest: (robotId: RobotId, slug: string) => Effect.Effect<Option.Option<Snapshot>>
  }
>()("@fleet/server/Snapshots") {
  static readonly layer = Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const store = yield* SnapshotStore
      const homes = yield* RobotHomes
      const run = yield* FiberSet.makeRuntime()
      yield* homes.register({ open: (home) => new SnapshotPart(home, { put: store.put, run }) })
      return Snapshots.of({ newest: (robotId, slug) => store.find({ robotId, slug }) })
    })
  )
}
