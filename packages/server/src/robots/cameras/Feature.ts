import { feature } from "../../platform/features/feature.ts"
import { SnapshotStore } from "./SnapshotStore.ts"
import { Snapshots } from "./Snapshots.ts"

/** Pictures of robots' cameras. */
export const cameras = feature({
  stores: SnapshotStore.layer,
  services: Snapshots.layer
})
