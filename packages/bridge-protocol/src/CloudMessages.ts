import { JobId } from "@fleet/domain/Ids"
import { PatienceMs, RequestId } from "@fleet/domain/Jobs"
import { RecordingCauseKind, RecordingId } from "@fleet/domain/Recordings"
import { AnyMap, Count, EpochMs } from "@fleet/domain/Wire"
import { Schema } from "effect"

const text = Schema.String
const nullable = Schema.NullOr

/** The hello is accepted. */
export const HelloOk = Schema.Struct({
  type: Schema.tag("hello_ok"),
  robot_id: text,
  protocol: Schema.Struct({ status: Schema.Literals(["current", "deprecated"]), sunset_at: nullable(text) }),
  bridge: Schema.Struct({ latest_version: text })
})

export const HelloErrorCode = Schema.Literals([
  "invalid_token",
  "bridge_too_old",
  "protocol_mismatch",
  "org_locked",
  "invalid_frame"
])
export type HelloErrorCode = typeof HelloErrorCode.Type

/** The hello is refused; close 1008 follows. */
export const HelloError = Schema.Struct({ type: Schema.tag("hello_error"), code: HelloErrorCode, message: text })

/** Every 2 s, with what the cloud measured of the link. */
export const Ping = Schema.Struct({
  type: Schema.tag("ping"),
  ts_ms: EpochMs,
  latency_ms: nullable(Schema.Finite),
  lag_ms: nullable(Schema.Finite)
})

/** The published document: after hello_ok and on each publish. Version 0 with `{platform: 1}` when nothing is published. */
export const Config = Schema.Struct({ type: Schema.tag("config"), version: Count, doc: AnyMap })

/** Start a job. Parameters are checked and defaults filled in. */
export const Invoke = Schema.Struct({
  type: Schema.tag("invoke"),
  job_id: JobId,
  slug: text,
  params: AnyMap,
  patience_ms: PatienceMs
})

/** Cancel one job, or every goal of the slug. `own_only` spares goals this bridge did not start. */
export const Cancel = Schema.Struct({
  type: Schema.tag("cancel"),
  request_id: RequestId,
  slug: text,
  job_id: nullable(JobId),
  own_only: Schema.optionalKey(Schema.Boolean)
})

/** Asks for the status of these jobs. */
export const JobQuery = Schema.Struct({
  type: Schema.tag("job_query"),
  request_id: RequestId,
  job_ids: Schema.Array(JobId).check(Schema.isMinLength(1))
})

/** Send one message through a publisher. */
export const Publish = Schema.Struct({ type: Schema.tag("publish"), slug: text, message: AnyMap })

/** Send the publisher's failsafe message now, and end the hold. */
export const Failsafe = Schema.Struct({ type: Schema.tag("failsafe"), slug: text })

export const IntrospectRequest = Schema.Struct({ type: Schema.tag("introspect_request"), request_id: RequestId })

export const TypeRequest = Schema.Struct({
  type: Schema.tag("type_request"),
  request_id: RequestId,
  type_names: Schema.Array(text).check(Schema.isMinLength(1), Schema.isMaxLength(50))
})

export const CameraStart = Schema.Struct({
  type: Schema.tag("camera_start"),
  slug: text,
  url: text,
  room: text,
  token: text,
  request_id: RequestId
})

export const CameraStop = Schema.Struct({ type: Schema.tag("camera_stop"), slug: text, request_id: RequestId })

/** Upload assets; no meshes means the URDF only. */
export const AssetRequest = Schema.Struct({
  type: Schema.tag("asset_request"),
  sync_id: text,
  upload_url: text,
  token: text,
  meshes: Schema.Array(text)
})

/**
 * Cut a recording around `at_ms` and upload it, in at most `max_bytes`. Sent once it is wanted, and after each hello_ok
 * until it has ended: a bridge that has it answers what has become of it.
 */
export const RecordingRequest = Schema.Struct({
  type: Schema.tag("recording_request"),
  recording_id: RecordingId,
  cause: RecordingCauseKind,
  at_ms: EpochMs,
  upload_url: text,
  upload_token: text,
  max_bytes: Count
})
export type RecordingRequest = typeof RecordingRequest.Type

/** The recording is no longer wanted: drop it. */
export const RecordingCancel = Schema.Struct({ type: Schema.tag("recording_cancel"), recording_id: RecordingId })

/** What the cloud sends to a bridge. */
export const CloudMessage = Schema.Union([
  HelloOk,
  HelloError,
  Ping,
  Config,
  Invoke,
  Cancel,
  JobQuery,
  Publish,
  Failsafe,
  IntrospectRequest,
  TypeRequest,
  CameraStart,
  CameraStop,
  AssetRequest,
  RecordingRequest,
  RecordingCancel
])
  .annotate({ identifier: "cloud-message" })
  .pipe(Schema.toTaggedUnion("type"))
export type CloudMessage = typeof CloudMessage.Type

export const CloudFrame = Schema.fromJsonString(Schema.toCodecJson(CloudMessage))
