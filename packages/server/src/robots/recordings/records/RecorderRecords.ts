import type { RobotId } from "@fleet/domain/Ids"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import { recorderDefaults } from "@fleet/domain/RobotConfig/Recorder"
import { Context, Effect, Layer } from "effect"
import { RecorderStore } from "./RecorderStore.ts"
import { RecordingStore } from "./RecordingStore.ts"

/** The recorders of published configurations. */
export class RecorderRecords extends Context.Service<
  RecorderRecords,
  {
    /** In the transaction of the publish: the recorder becomes that of the document. */
    readonly publish: (published: {
      readonly robotId: RobotId
      readonly doc: Pick<DeliveredDocument, "recorder">
    }) => Effect.Effect<void>
    /** In the transaction of a robot's deletion, with all that it has recorded. The files are left. */
    readonly drop: (robotId: RobotId) => Effect.Effect<void>
  }
>()("@fleet/server/RecorderRecords") {
  static readonly layer = Layer.effect(
    RecorderRecords,
    Effect.gen(function* () {
      const recorders = yield* RecorderStore
      const recordings = yield* RecordingStore
      return RecorderRecords.of({
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
        drop: (robotId) => Effect.andThen(recorders.delete(robotId), recordings.drop(robotId))
      })
    })
  )
}
