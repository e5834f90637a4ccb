import { DateTime, Effect, Layer } from "effect"
import { Nodes } from "../../platform/nodes/Nodes.ts"
import { JobStore } from "./JobStore.ts"

/** Before robots connect: the running jobs of a server that has ended become unknown. Their bridges say how they fare. */
export const JobRecovery = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* JobStore
    const nodes = yield* Nodes
    yield* store.recover(yield* nodes.alive, DateTime.toDate(yield* DateTime.now), {
      code: "bridge_disconnected",
      message: "The cloud restarted."
    })
  })
)
