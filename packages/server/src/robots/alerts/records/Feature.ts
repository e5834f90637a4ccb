import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { AlertRecords } from "./AlertRecords.ts"
import { AlertStore } from "./AlertStore.ts"
import { AlertSweep } from "./AlertSweep.ts"
import { AlertTransitionStore } from "./AlertTransitionStore.ts"

/** What is stored of alerts. A publish, a renaming and samples write it. */
export const alertRecords = feature({
  stores: Layer.mergeAll(AlertStore.layer, AlertTransitionStore.layer),
  services: AlertRecords.layer,
  background: AlertSweep
})
