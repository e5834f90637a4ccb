import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { RecordingNode } from "./RecordingNode.ts"
import { RecordingReports } from "./RecordingReports.ts"
import { RecordingRequestsHttp } from "./RecordingRequestsHttp.ts"
import { Recordings } from "./Recordings.ts"
import { RecordingsHttp } from "./RecordingsHttp.ts"
import { RecordingSweep } from "./RecordingSweep.ts"

/** Recordings of robots: asked for, reported by bridges, listed, deleted. */
export const recordings = feature({
  services: RecordingNode.pipe(Layer.provide(RecordingReports.layer), Layer.provideMerge(Recordings.layer)),
  background: RecordingSweep,
  api: Layer.mergeAll(RecordingsHttp, RecordingRequestsHttp)
})
