import { Effect, Layer } from "effect"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { SeriesRenameStore } from "./SeriesRenameStore.ts"
import { SeriesStore } from "./SeriesStore.ts"

/** Recorded samples follow the slugs of their robot. */
export const StoredSeries = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const series = yield* SeriesStore
    const { prepare, rename } = yield* SeriesRenameStore
    yield* records.register({
      prepareRename: prepare,
      rename: (names) => Effect.map(rename(names), ({ finish, held }) => ({ answer: { history_moved: held }, finish })),
      usage: ({ orgId, robotId, slug }) =>
        Effect.map(series.isRecorded({ orgId, robotId, slug }), (has_recorded_history) => ({ has_recorded_history })),
      holdings: series.holdings,
      drop: { step: "history", run: series.release }
    })
  })
)
