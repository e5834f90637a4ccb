import { Effect, Layer } from "effect"
import { every } from "../../platform/schedule/every.ts"
import { AssetSyncs } from "./AssetSyncs.ts"

/** Ends syncs whose bridge has left, or whose process has. */
export const SilentSyncs = Layer.effectDiscard(
  Effect.flatMap(AssetSyncs, ({ endSilent }) => every("10 seconds", "silent syncs could not be ended", endSilent))
)
