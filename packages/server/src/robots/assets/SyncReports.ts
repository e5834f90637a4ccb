import { Effect, FiberSet, Layer } from "effect"
import { RobotHomes } from "../home/RobotHomes.ts"
import { AssetSyncs } from "./AssetSyncs.ts"
import { ProgressPart } from "./ProgressPart.ts"

/** Writes what bridges report of uploads. */
export const SyncReports = Layer.effectDiscard(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const syncs = yield* AssetSyncs
    const run = yield* FiberSet.makeRuntime()
    yield* homes.register({
      open: ({ robotId }) =>
        new ProgressPart((progress, done) =>
          run(
            syncs.progress(robotId, progress).pipe(
              Effect.catchCause((cause) => Effect.logError("a report of an upload could not be stored", cause)),
              Effect.ensuring(Effect.sync(done))
            )
          )
        )
    })
  })
)
