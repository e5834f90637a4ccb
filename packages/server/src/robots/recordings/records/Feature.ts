import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { RecorderRecords } from "./RecorderRecords.ts"
import { RecorderStore } from "./RecorderStore.ts"
import { RecordingRecords } from "./RecordingRecords.ts"
import { RecordingStore } from "./RecordingStore.ts"
import { RecordingTokens } from "./RecordingTokens.ts"

/** What is stored of recorders and recordings. A publish, alerts, jobs and uploads write it. */
export const recordingRecords = feature({
  stores: Layer.mergeAll(RecorderStore.layer, RecordingStore.layer),
  services: Layer.mergeAll(RecorderRecords.layer, RecordingRecords.layer, RecordingTokens.layer)
})
