import { Effect, Layer } from "effect"
import { AssetNode } from "./AssetsRpc.ts"
import { feature } from "../../platform/features/feature.ts"
import { AssetLinks } from "./AssetLinks.ts"
import { AssetLinksHttp } from "./AssetLinksHttp.ts"
import { AssetNodeHandlers } from "./AssetNodeHandlers.ts"
import { Assets } from "./Assets.ts"
import { AssetScopeLive } from "./AssetScopeHttp.ts"
import { AssetsHttp } from "./AssetsHttp.ts"
import { AssetStore } from "./AssetStore.ts"
import { AssetSyncs } from "./AssetSyncs.ts"
import { AssetSyncsHttp } from "./AssetSyncsHttp.ts"
import { AssetSyncStore } from "./AssetSyncStore.ts"
import { AssetUploads } from "./AssetUploads.ts"
import { AssetUploadsHttp } from "./AssetUploadsHttp.ts"
import { BlobRowStore } from "./BlobRowStore.ts"
import { BlobSweep, SweptBlobs } from "./BlobSweep.ts"
import { JointMapping } from "./JointMapping.ts"
import { JointStates } from "./JointStates.ts"
import { JointStateStore } from "./JointStateStore.ts"
import { RecordingFilesHttp } from "./RecordingFilesHttp.ts"
import { StoredAssets } from "./StoredAssets.ts"
import { SyncReports } from "./SyncReports.ts"
import { SyncTokens } from "./SyncTokens.ts"
import { UrdfTexts } from "./urdf/UrdfTexts.ts"
import { UploadTargets } from "./UploadTargets.ts"
import { every } from "../../platform/schedule/every.ts"

/** Ends syncs whose bridge has left, or whose process has. */
const silentSyncs = Layer.effectDiscard(
  Effect.flatMap(AssetSyncs, ({ endSilent }) => every("10 seconds", "silent syncs could not be ended", endSilent))
)

/** Files of robots: URDFs, meshes and textures, uploaded by bridges. */
export const assets = feature({
  stores: Layer.mergeAll(AssetStore.layer, AssetSyncStore.layer, BlobRowStore.layer, JointStateStore.layer),
  services: Layer.mergeAll(
    Assets.layer,
    AssetUploads.layer,
    BlobSweep.layer,
    JointMapping.layer,
    StoredAssets,
    SyncReports
  ).pipe(
    Layer.provideMerge(Layer.merge(JointStates.layer, UploadTargets.layer)),
    Layer.provideMerge(AssetSyncs.layer),
    Layer.provideMerge(Layer.mergeAll(UrdfTexts.layer, AssetLinks.layer, AssetNode.layer, SyncTokens.layer)),
    Layer.provide(AssetNodeHandlers)
  ),
  background: Layer.mergeAll(silentSyncs, SweptBlobs),
  middleware: AssetScopeLive,
  api: Layer.mergeAll(AssetLinksHttp, AssetsHttp, AssetSyncsHttp, AssetUploadsHttp, RecordingFilesHttp)
})
