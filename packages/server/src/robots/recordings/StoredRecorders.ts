import { recorderDefaults } from "@fleet/domain/RobotConfig/Recorder"
import { Effect, Layer } from "effect"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { RecorderStore } from "./RecorderStore.ts"
import { RecordingStore } from "./RecordingStore.ts"

/** The recorder of a robot is that of the published document. */
export const StoredRecorders = Layer.effectDiscard(
  Effect.gen(function* () {
    const records = yield* RobotRecords
    const recorders = yield* RecorderStore
    const recordings = yield* RecordingStore
    yield* records.register({
      publish: ({ doc: { recorder }, robotId }) => {
        if (recorder === undefined) return recorders.delete(robotId)
        const { after_seconds, before_seconds, cut_on, max_bytes } = { ...recorderDefaults, ...recorder }
        return recorders.put({
          robot_id: robotId,
          before_ms: before_seconds * 1000,
          after_ms: after_seconds * 1000,
          max_bytes,
          cut_on
        })
      },
      // The files are left to the part of assets.
      drop: {
        step: "assets",
        run: ({ robotId }) => Effect.andThen(recorders.delete(robotId), recordings.drop(robotId))
      }
    })
  })
)
