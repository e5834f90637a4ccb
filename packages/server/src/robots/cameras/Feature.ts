import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { CameraHealth } from "./CameraHealth.ts"
import { Cameras } from "./Cameras.ts"
import { CamerasHttp } from "./CamerasHttp.ts"
import { SnapshotRecords } from "./SnapshotRecords.ts"
import { Snapshots } from "./Snapshots.ts"
import { SnapshotStore } from "./SnapshotStore.ts"
import { SnapshotSweep, SweptSnapshots } from "./SnapshotSweep.ts"
import { Thumbnails } from "./Thumbnails.ts"

/** Cameras of robots, their newest pictures, and how they fare. */
export const cameras = feature({
  stores: SnapshotStore.layer,
  services: Layer.mergeAll(Cameras.layer, Thumbnails.layer, CameraHealth).pipe(
    Layer.provideMerge(Snapshots.layer),
    Layer.provideMerge(Layer.mergeAll(SnapshotRecords.layer, SnapshotSweep.layer))
  ),
  background: SweptSnapshots,
  api: CamerasHttp
})
