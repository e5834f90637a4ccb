import { feature } from "../../platform/features/feature.ts"
import { LatencyLog } from "./LatencyLog.ts"
import { LatencyStore } from "./LatencyStore.ts"

/** How quick the links of robots are. */
export const latency = feature({
  stores: LatencyStore.layer,
  services: LatencyLog.layer
})
