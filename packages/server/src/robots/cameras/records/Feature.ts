import { feature } from "../../../platform/features/feature.ts"
import { SnapshotRecords } from "./SnapshotRecords.ts"
import { SnapshotStore } from "./SnapshotStore.ts"

/** What is stored of cameras. A publish, a renaming and images write it. */
export const cameraRecords = feature({ stores: SnapshotStore.layer, services: SnapshotRecords.layer })
