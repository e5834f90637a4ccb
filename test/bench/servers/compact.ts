import { Compaction } from "@fleet/server/robots/history/Compaction"
import { history } from "@fleet/server/robots/history/Feature"
import { Effect, Layer } from "effect"

/** Moves what was recorded into blocks now, which the service does every ten minutes. */
export const compact = Effect.flatMap(Compaction, ({ run }) => run).pipe(
  Effect.provide(Compaction.layer.pipe(Layer.provide(history.stores)))
)
