import { AssetId } from "@fleet/domain/Assets"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import {
  type Recording,
  RecordingCauseKind,
  RecordingError,
  RecordingId,
  RecordingStateName
} from "@fleet/domain/Recordings"
import { Schema } from "effect"

/** A recording as it is kept. Times in milliseconds are Unix time. */
export const RecordingRow = Schema.Struct({
  id: RecordingId,
  org_id: OrgId,
  robot_id: RobotId,
  state: RecordingStateName,
  cause_kind: RecordingCauseKind,
  cause_ref: Schema.NullOr(Schema.String),
  at_ms: Schema.Finite,
  /** What the recorder's seconds before and after make of `at_ms`. */
  wanted_from_ms: Schema.Finite,
  wanted_to_ms: Schema.Finite,
  max_bytes: Schema.Finite,
  from_ms: Schema.NullOr(Schema.Finite),
  to_ms: Schema.NullOr(Schema.Finite),
  size_bytes: Schema.NullOr(Schema.Finite),
  asset_id: Schema.NullOr(AssetId),
  error: Schema.NullOr(RecordingError),
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})
export type RecordingRow = typeof RecordingRow.Type

/** The recording of a row, as it is shown. */
export const recordingOf = ({
  cause_kind: kind,
  cause_ref: ref,
  max_bytes: _max,
  org_id: _org,
  wanted_from_ms: _from,
  wanted_to_ms: _to,
  ...row
}: RecordingRow): Recording => ({ ...row, cause: { kind, ref } })

/** Whether nothing becomes of a recording any more. */
export const hasEnded = (state: RecordingRow["state"]): boolean => state === "stored" || state === "failed"
