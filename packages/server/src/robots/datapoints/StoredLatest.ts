import { Effect, Layer } from "effect"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { LatestStore } from "./LatestStore.ts"

/** The newest values follow the slugs of their robot. */
export const StoredLatest = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const store = yield* LatestStore
    yield* records.register({
      rename: store.rename,
      holdings: (robot) => Effect.map(store.bytesOf(robot), (bytes_freed) => ({ bytes_freed })),
      drop: { step: "history", run: store.drop }
    })
  })
)
