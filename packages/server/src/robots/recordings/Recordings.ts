import type { Developer } from "@fleet/domain/Caller"
import { NotFound, RecordingsBusy, RobotOffline } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import {
  maxOpenRecordings,
  type Recording,
  type RecordingErrorCode,
  type RecordingId,
  type RecordingList
} from "@fleet/domain/Recordings"
import type { Robot } from "@fleet/domain/Robots"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { robotEntry } from "../../audit/robotEntry.ts"
import { Bus } from "../../platform/bus/Bus.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { AssetStore } from "../assets/AssetStore.ts"
import { BridgeStates } from "../bridges/BridgeStates.ts"
import { RecorderStore } from "./RecorderStore.ts"
import { RecordingRecords } from "./RecordingRecords.ts"
import { hasEnded, recordingOf } from "./RecordingRow.ts"
import { RecordingStore } from "./RecordingStore.ts"

/** A recording that has not ended after so long has failed. */
const longestMs = 24 * 3_600_000

const timeout = {
  code: "timeout" satisfies RecordingErrorCode,
  message: "The robot did not upload the recording within 24 hours."
}

/** What robots' recorders have kept. */
export class Recordings extends Context.Service<
  Recordings,
  {
    readonly list: (robotId: RobotId) => Effect.Effect<RecordingList>
    readonly get: (robotId: RobotId, id: RecordingId) => Effect.Effect<Recording, NotFound>
    /** Cuts one around this moment. `not_found` where the published document has no recorder. */
    readonly cut: (
      developer: Developer,
      robot: Robot
    ) => Effect.Effect<Recording, NotFound | RobotOffline | RecordingsBusy>
    /** With its file. The bridge forgets one that has not ended. */
    readonly delete: (developer: Developer, robot: Robot, id: RecordingId) => Effect.Effect<void, NotFound>
    /** Deletes what is more than is kept of a robot. */
    readonly trim: (robotId: RobotId) => Effect.Effect<void>
    /** Ends those that were asked for a day ago. */
    readonly endOld: Effect.Effect<void>
  }
>()("@fleet/server/Recordings") {
  static readonly layer = Layer.effect(
    Recordings,
    Effect.gen(function* () {
      const store = yield* RecordingStore
      const recorders = yield* RecorderStore
      const records = yield* RecordingRecords
      const files = yield* AssetStore
      const states = yield* BridgeStates
      const audit = yield* AuditLog
      const bus = yield* Bus
      const transaction = yield* Transaction

      const orNotFound = <A>(found: Option.Option<A>) =>
        Option.isNone(found) ? Effect.fail(new NotFound()) : Effect.succeed(found.value)

      const record = (
        developer: Developer,
        robot: Robot,
        action: "recording.requested" | "recording.deleted",
        recording_id: RecordingId
      ) =>
        audit.record(robotEntry(robot, { orgId: developer.orgId, actor: developer, action, details: { recording_id } }))

      return Recordings.of({
        list: Effect.fn("Recordings.list")(function* (robotId) {
          const rows = yield* store.list(robotId)
          return { recordings: rows.map(recordingOf), recorder: yield* recorders.has(robotId) }
        }),
        get: Effect.fn("Recordings.get")(function* (robotId, id) {
          return recordingOf(yield* orNotFound(yield* store.find({ robotId, id })))
        }),
        cut: Effect.fn("Recordings.cut")(function* (developer, robot) {
          const recorder = yield* orNotFound(yield* recorders.lock(robot.id))
          if (!(yield* states.get(robot.id)).online) return yield* new RobotOffline()
          const { length: open } = yield* store.open(robot.id)
          if (open >= maxOpenRecordings) {
            return yield* new RecordingsBusy({ details: { open, limit: maxOpenRecordings } })
          }
          const row = yield* records.request(recorder)
          yield* record(developer, robot, "recording.requested", row.id)
          return recordingOf(row)
        }, transaction.run),
        delete: Effect.fn("Recordings.delete")(function* (developer, robot, id) {
          const { asset_id, state } = yield* orNotFound(yield* store.lock({ robotId: robot.id, id }))
          yield* store.delete(id)
          if (asset_id !== null) yield* files.delete([asset_id])
          yield* record(developer, robot, "recording.deleted", id)
          if (hasEnded(state)) return
          yield* transaction.afterCommit(
            bus.broadcastAndWait({ type: "recording_cancelled", robotId: robot.id, recordingId: id })
          )
        }, transaction.run),
        trim: Effect.fn("Recordings.trim")((robotId) =>
          transaction.run(Effect.flatMap(store.trim(robotId), files.delete))
        ),
        endOld: Effect.gen(function* () {
          const now = yield* DateTime.now
          const ended = yield* store.failOld({
            before: DateTime.toDateUtc(DateTime.subtract(now, { milliseconds: longestMs })),
            now: DateTime.toDateUtc(now),
            error: JSON.stringify(timeout)
          })
          yield* records.tellEnds(ended)
          yield* transaction.afterCommit(
            bus.broadcastAndWait(
              ...ended.map(({ id, robot_id }) => ({
                type: "recording_cancelled" as const,
                robotId: robot_id,
                recordingId: id
              }))
            )
          )
        }).pipe(transaction.run)
      })
    })
  )
}
