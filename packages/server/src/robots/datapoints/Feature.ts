import { Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { DatapointScopeLive, HistoryExportsLimitedLive } from "./DatapointScopeHttp.ts"
import { Datapoints } from "./Datapoints.ts"
import { DatapointsHttp } from "./DatapointsHttp.ts"
import { HistoryExports } from "./export/HistoryExports.ts"
import { History } from "./History.ts"
import { Latest } from "./Latest.ts"
import { LatestStore } from "./LatestStore.ts"
import { HistoryRecorder } from "./HistoryRecorder.ts"
import { HistoryHealth } from "./HistoryHealth.ts"
import { RetentionQuota } from "./RetentionQuota.ts"
import { SampleActivity } from "./SampleActivity.ts"
import { SampleHealth } from "./SampleHealth.ts"
import { StoredLatest } from "./StoredLatest.ts"
import { every } from "../../platform/schedule/every.ts"

/** Measures what is kept every 15 minutes. */
const retentionMeasure = Layer.effectDiscard(
  Effect.gen(function* () {
    const quota = yield* RetentionQuota
    yield* every("15 minutes", "stored samples could not be measured", quota.measure)
  })
)

/** Values of robots: the latest, and those recorded. */
export const datapoints = feature({
  stores: LatestStore.layer,
  services: Layer.mergeAll(
    Datapoints.layer,
    History.layer,
    HistoryExports.layer,
    SampleActivity,
    SampleHealth,
    StoredLatest
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(Latest.layer, HistoryRecorder.layer)),
    Layer.provideMerge(Layer.mergeAll(HistoryHealth.layer, RetentionQuota.layer))
  ),
  background: retentionMeasure,
  middleware: Layer.mergeAll(DatapointScopeLive, HistoryExportsLimitedLive),
  api: DatapointsHttp
})
