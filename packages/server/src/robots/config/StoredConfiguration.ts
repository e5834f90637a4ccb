import { Effect, Layer } from "effect"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { ConfigurationStore } from "./ConfigurationStore.ts"
import { PublishedConfigs } from "./PublishedConfigs.ts"

/** The configuration of a robot is counted and deleted with it. */
export const StoredConfiguration = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const store = yield* ConfigurationStore
    const configs = yield* PublishedConfigs
    yield* records.register({
      holdings: Effect.fnUntraced(function* (robot) {
        const exposures = [...(yield* configs.current(robot.robotId)).exposures.values()]
        const cameras = exposures.filter(({ kind }) => kind === "camera").map(({ slug }) => slug)
        return { ...(yield* store.holdings(robot)), cameras, slug_count: exposures.length - cameras.length }
      }),
      drop: { step: "configuration", run: store.drop }
    })
  })
)
