import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { DatapointScopeLive, HistoryExportsLimitedLive } from "./DatapointScopeHttp.ts"
import { Datapoints } from "./Datapoints.ts"
import { DatapointsHttp } from "./DatapointsHttp.ts"
import { HistoryExports } from "./export/HistoryExports.ts"
import { History } from "./History.ts"
import { Latest } from "./Latest.ts"
import { LatestStore } from "./LatestStore.ts"
import { Recorder } from "./Recorder.ts"
import { HistoryHealth } from "./HistoryHealth.ts"
import { RetentionQuota } from "./RetentionQuota.ts"
import { RetentionMeasure } from "./RetentionMeasure.ts"
import { SampleActivity } from "./SampleActivity.ts"
import { SampleHealth } from "./SampleHealth.ts"
import { StoredLatest } from "./StoredLatest.ts"

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
    Layer.provideMerge(Layer.mergeAll(Latest.layer, Recorder.layer)),
    Layer.provideMerge(Layer.mergeAll(HistoryHealth.layer, RetentionQuota.layer))
  ),
  background: RetentionMeasure,
  middleware: Layer.mergeAll(DatapointScopeLive, HistoryExportsLimitedLive),
  api: DatapointsHttp
})
