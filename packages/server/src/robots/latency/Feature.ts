import { feature } from "../../platform/features/feature.ts"
import { LatencyLog } from "./LatencyLog.ts"
import { LatencyStore } from "./LatencyStore.ts"

/** The latency of the links of robots. */
export const latency = feature({
  stores: LatencyStore.layer,
  services: LatencyLog.layer
})
