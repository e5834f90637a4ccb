import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { BridgeRecordStore } from "./BridgeRecordStore.ts"
import { BridgeRecords } from "./BridgeRecords.ts"
import { BridgeStates } from "./BridgeStates.ts"
import { Bridges } from "./Bridges.ts"

/** Connections of bridges, and what is known of each. */
export const bridges = feature({
  stores: BridgeRecordStore.layer,
  services: Layer.mergeAll(BridgeRecords.layer, BridgeStates.layer, Bridges.layer)
})
