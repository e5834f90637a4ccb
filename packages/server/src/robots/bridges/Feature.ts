import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { BridgeActivity } from "./BridgeActivity.ts"
import { BridgeRecordStore } from "./BridgeRecordStore.ts"
import { BridgeRecords } from "./BridgeRecords.ts"
import { BridgeStates } from "./BridgeStates.ts"

/** State and record of each robot's bridge. */
export const bridges = feature({
  stores: BridgeRecordStore.layer,
  services: Layer.mergeAll(BridgeActivity.layer, BridgeRecords.layer).pipe(Layer.provideMerge(BridgeStates.layer))
})
