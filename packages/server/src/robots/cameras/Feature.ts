import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { CameraHealth } from "./CameraHealth.ts"
import { SnapshotStore } from "./SnapshotStore.ts"
import { Snapshots } from "./Snapshots.ts"

/** Pictures and health of robots' cameras. */
export const cameras = feature({
  stores: SnapshotStore.layer,
  services: Layer.merge(Snapshots.layer, CameraHealth)
})
