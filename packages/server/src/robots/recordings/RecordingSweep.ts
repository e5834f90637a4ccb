import { Effect, Layer } from "effect"
import { every } from "../../platform/schedule/every.ts"
import { Recordings } from "./Recordings.ts"

/** Ends recordings that robots never uploaded. */
export const RecordingSweep = Layer.effectDiscard(
  Effect.flatMap(Recordings, ({ endOld }) => every("1 minute", "old recordings could not be ended", endOld))
)
