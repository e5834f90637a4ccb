import { Schema } from "effect"
import { AssetId } from "./Assets.ts"
import { RobotId } from "./Ids.ts"
import { Count, EpochMs, Id, Text, Timestamp } from "./Wire.ts"

export const RecordingId = Id("RecordingId")
export type RecordingId = typeof RecordingId.Type

/** `waiting` is cut and waits for a calm link. `stored` and `failed` are the ends. */
export const RecordingStateName = Schema.Literals([
  "requested",
  "recording",
  "waiting",
  "uploading",
  "stored",
  "failed"
])
export type RecordingStateName = typeof RecordingStateName.Type

/** An alert that fires, a job that fails or is lost, or a request of a developer. */
export const RecordingCauseKind = Schema.Literals(["alert", "job", "request"])
export type RecordingCauseKind = typeof RecordingCauseKind.Type

/** `ref` is the id of the alert or of the job, null for a request. The alert, and each of its moves, names its datapoint. */
export const RecordingCause = Schema.Struct({ kind: RecordingCauseKind, ref: Schema.NullOr(Text(1, 200)) })
export type RecordingCause = typeof RecordingCause.Type

/** Why a recording fails: what our bridge says of one, and `timeout` of the cloud. Another bridge may say others. */
export const RecordingErrorCode = Schema.Literals([
  "recording_gone",
  "no_recorder",
  "too_many",
  "write_failed",
  "too_large",
  "refused",
  "upload_failed",
  "internal_error",
  "timeout"
])
export type RecordingErrorCode = typeof RecordingErrorCode.Type

export const RecordingError = Schema.Struct({ code: Text(1, 40), message: Text(1, 2000) })
export type RecordingError = typeof RecordingError.Type

/**
 * What a robot's recorder kept around `at_ms`: an MCAP file of `size_bytes` with the messages from `from_ms` to `to_ms`.
 * These are null until the file is cut. `asset_id` is set exactly once it is stored, `error` exactly once it has failed.
 */
export const Recording = Schema.Struct({
  id: RecordingId,
  robot_id: RobotId,
  state: RecordingStateName,
  cause: RecordingCause,
  at_ms: EpochMs,
  from_ms: Schema.NullOr(EpochMs),
  to_ms: Schema.NullOr(EpochMs),
  size_bytes: Schema.NullOr(Count),
  asset_id: Schema.NullOr(AssetId),
  error: Schema.NullOr(RecordingError),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "recording" })
export type Recording = typeof Recording.Type

/** How many recordings a robot keeps. Of more the failed ones go, then the oldest with their files. */
export const maxRecordings = 200

/** How many recordings of a robot have not ended, at most. */
export const maxOpenRecordings = 3

/** Newest first. `recorder` is whether the published document has one. */
export const RecordingList = Schema.Struct({
  recordings: Schema.Array(Recording).check(Schema.isMaxLength(maxRecordings)),
  recorder: Schema.Boolean
}).annotate({ identifier: "recording-list" })
export type RecordingList = typeof RecordingList.Type
