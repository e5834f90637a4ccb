import { Effect, Layer } from "effect"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { AssetStore } from "./AssetStore.ts"

/** Files are counted and deleted with their robot. Their bytes go when no other robot has them. */
export const StoredAssets = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const store = yield* AssetStore
    yield* records.register({ holdings: store.holdings, drop: { step: "assets", run: store.drop } })
  })
)
