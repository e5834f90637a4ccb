import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { SnapshotRecords } from "./SnapshotRecords.ts"
import { SnapshotStore } from "./SnapshotStore.ts"
import { SnapshotSweep, SweptSnapshots } from "./SnapshotSweep.ts"

/** What is stored of cameras. A publish, a renaming, the deletion of a robot and images write it. */
export const cameraRecords = feature({
  stores: SnapshotStore.layer,
  services: Layer.merge(SnapshotRecords.layer, SnapshotSweep.layer),
  background: SweptSnapshots
})
