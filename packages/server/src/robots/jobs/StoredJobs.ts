import { exposuresOf } from "@fleet/domain/RobotConfig/Exposures"
import { Effect, Layer } from "effect"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { JobNameStore } from "./JobNameStore.ts"

/** Job runs follow the slugs of their robot. */
export const StoredJobs = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const store = yield* JobNameStore
    yield* records.register({
      publish: ({ doc, orgId, robotId }) =>
        store.publish({ orgId, robotId, slugs: exposuresOf(doc).map(({ slug }) => slug) }),
      rename: store.rename,
      holdings: store.holdings,
      drop: { step: "jobs", run: store.drop }
    })
  })
)
