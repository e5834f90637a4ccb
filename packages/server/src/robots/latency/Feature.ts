import { DateTime, Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { every } from "../../platform/schedule/every.ts"
import { LatencyLog } from "./LatencyLog.ts"
import { LatencyStore } from "./LatencyStore.ts"
import { OnlineTime } from "./OnlinePart.ts"

/** How long a minute of latency is kept. */
const kept = { days: 7 }

const LatencySweep = Layer.effectDiscard(
  Effect.flatMap(LatencyStore, (store) =>
    every(
      "1 hour",
      "old latency minutes could not be deleted",
      Effect.flatMap(DateTime.now, (now) => store.deleteBefore(DateTime.toDateUtc(DateTime.subtract(now, kept))))
    )
  )
)

/** The latency of the links of robots, and how long they are online. */
export const latency = feature({
  stores: LatencyStore.layer,
  services: Layer.merge(LatencyLog.layer, OnlineTime),
  background: LatencySweep
})
