import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { BlockStore } from "./BlockStore.ts"
import { Compaction } from "./Compaction.ts"
import { CompactionStore } from "./CompactionStore.ts"
import { HistoryStore } from "./HistoryStore.ts"
import { HistoryUpkeep } from "./HistoryUpkeep.ts"
import { NearTimeStore } from "./NearTimeStore.ts"
import { OldSampleStore } from "./OldSampleStore.ts"
import { PartitionStore } from "./PartitionStore.ts"
import { RecordedSamples } from "./RecordedSamples.ts"
import { SampleStore } from "./SampleStore.ts"
import { RowMover } from "./RowMover.ts"
import { SeriesRenameStore } from "./SeriesRenameStore.ts"
import { SeriesStore } from "./SeriesStore.ts"
import { StoredSeries } from "./StoredSeries.ts"

const stores = Layer.mergeAll(HistoryStore.layer, SampleStore.layer, SeriesRenameStore.layer).pipe(
  Layer.provideMerge(RowMover.layer),
  Layer.provideMerge(Layer.mergeAll(NearTimeStore.layer, OldSampleStore.layer)),
  Layer.provideMerge(Layer.mergeAll(BlockStore.layer, CompactionStore.layer)),
  Layer.provideMerge(Layer.mergeAll(PartitionStore.layer, SeriesStore.layer))
)

/** Recorded samples of datapoints: rows while they are new, then blocks, until they are too old. */
export const history = feature({
  stores,
  services: Layer.mergeAll(Compaction.layer, RecordedSamples.layer, StoredSeries),
  background: HistoryUpkeep
})
