import { Effect, Layer } from "effect"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { RobotRunStore } from "./RobotRunStore.ts"

/** Job runs follow the slugs of their robot. */
export const StoredJobs = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const store = yield* RobotRunStore
    yield* records.register({
      rename: store.rename,
      holdings: store.holdings,
      drop: { step: "jobs", run: store.drop }
    })
  })
)
