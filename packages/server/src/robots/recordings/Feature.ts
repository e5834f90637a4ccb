import { Effect, Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { RecorderStore } from "./RecorderStore.ts"
import { RecorderRequests } from "./RecorderRequests.ts"
import { RecordingRecords } from "./RecordingRecords.ts"
import { RecordingReports } from "./RecordingReports.ts"
import { RecordingRequestsHttp } from "./RecordingRequestsHttp.ts"
import { Recordings } from "./Recordings.ts"
import { RecordingsHttp } from "./RecordingsHttp.ts"
import { RecordingStore } from "./RecordingStore.ts"
import { RecordingTokens } from "./RecordingTokens.ts"
import { RecordingUploads } from "./RecordingUploads.ts"
import { StoredRecorders } from "./StoredRecorders.ts"
import { every } from "../../platform/schedule/every.ts"

/** Ends recordings that robots never uploaded. */
const recordingSweep = Layer.effectDiscard(
  Effect.flatMap(Recordings, ({ endOld }) => every("1 minute", "old recordings could not be ended", endOld))
)

/** Recordings of robots: made, asked for, reported and uploaded by bridges, listed, deleted. */
export const recordings = feature({
  stores: Layer.mergeAll(RecorderStore.layer, RecordingStore.layer),
  services: Layer.mergeAll(RecorderRequests, RecordingUploads, StoredRecorders).pipe(
    Layer.provide(RecordingReports.layer),
    Layer.provideMerge(Recordings.layer),
    Layer.provideMerge(Layer.merge(RecordingRecords.layer, RecordingTokens.layer))
  ),
  background: recordingSweep,
  api: Layer.mergeAll(RecordingsHttp, RecordingRequestsHttp)
})
