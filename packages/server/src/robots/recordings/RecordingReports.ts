import type { RecordingState } from "@fleet/bridge-protocol/BridgeMessages"
import type { RobotId } from "@fleet/domain/Ids"
import type { RecordingErrorCode } from "@fleet/domain/Recordings"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { RecordingRecords } from "./RecordingRecords.ts"
import { hasEnded, type RecordingRow } from "./RecordingRow.ts"
import { RecordingStore } from "./RecordingStore.ts"

const withoutReason = { code: "upload_failed" satisfies RecordingErrorCode, message: "The bridge gave no reason." }

const cut = (text: string, most: number) => [...replaceUnstorableChars(text)].slice(0, most).join("")

/** Why a bridge gave a recording up, within the bounds of the contract. */
const errorOf = ({ error }: RecordingState) =>
  error === null
    ? withoutReason
    : { code: cut(error.code, 40) || withoutReason.code, message: cut(error.message, 2000) || withoutReason.message }

/** A recording after a report of its bridge. What the bridge does not know yet stays. */
const reported = (row: RecordingRow, report: RecordingState): RecordingRow => ({
  ...row,
  state: report.state,
  from_ms: report.from_ms ?? row.from_ms,
  to_ms: report.to_ms ?? row.to_ms,
  size_bytes: report.size_bytes ?? row.size_bytes
})

const isSame = (a: RecordingRow, b: RecordingRow) =>
  a.state === b.state && a.from_ms === b.from_ms && a.to_ms === b.to_ms && a.size_bytes === b.size_bytes

/** What bridges say of recordings. */
export class RecordingReports extends Context.Service<
  RecordingReports,
  {
    /** Whether the robot may go on with it: false for a recording that has ended, or was deleted. */
    readonly take: (robotId: RobotId, report: RecordingState) => Effect.Effect<boolean>
  }
>()("@fleet/server/RecordingReports") {
  static readonly layer = Layer.effect(
    RecordingReports,
    Effect.gen(function* () {
      const store = yield* RecordingStore
      const records = yield* RecordingRecords
      const transaction = yield* Transaction
      return RecordingReports.of({
        take: Effect.fn("RecordingReports.take")(function* (robotId, report) {
          const row = Option.getOrNull(yield* store.lock({ robotId, id: report.recording_id }))
          if (row === null || hasEnded(row.state)) return false
          const next = reported(row, report)
          if (report.state === "failed") yield* records.failed({ ...next, state: row.state }, errorOf(report))
          else if (!isSame(row, next)) yield* store.update({ ...next, updated_at: yield* DateTime.now })
          return true
        }, transaction.run)
      })
    })
  )
}
