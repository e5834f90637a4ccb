import { AssetFailure, maxAssetFailures } from "@fleet/domain/Assets"
import { JobId } from "@fleet/domain/Ids"
import { CancelledGoal, Progress, ReportedState, RequestId } from "@fleet/domain/Jobs"
import { RosGraph, TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { RecordingId } from "@fleet/domain/Recordings"
import { ApplyError } from "@fleet/domain/Robots"
import { AnyJson, Count, EpochMs, Int, Text } from "@fleet/domain/Wire"
import { Effect, Option, Schema } from "effect"

const text = Schema.String
const nullable = Schema.NullOr

/** What went wrong at the robot. */
export const Failure = Schema.Struct({ code: text, message: text, details: Schema.optionalKey(AnyJson) })
export type Failure = typeof Failure.Type

/** A job the bridge started and still holds. */
export const ActiveJob = Schema.Struct({ job_id: JobId, slug: text, state: ReportedState })

/** The first frame, within 10 s of connecting. */
export const Hello = Schema.Struct({
  type: Schema.tag("hello"),
  protocol_version: Int(1, Number.MAX_SAFE_INTEGER),
  token: Text(1, 2000),
  bridge_version: Text(1, 64),
  active_jobs: Schema.optionalKey(Schema.Array(ActiveJob).check(Schema.isMaxLength(500)))
})

/** One sample. `timestamp_ms` is the capture time; `backfill` marks one kept while offline. */
export const Datapoint = Schema.Struct({
  type: Schema.tag("datapoint"),
  slug: text,
  value: AnyJson,
  timestamp_ms: EpochMs,
  backfill: Schema.optionalKey(Schema.Boolean)
})
export type Datapoint = typeof Datapoint.Type

export const Pong = Schema.Struct({ type: Schema.tag("pong"), ts_ms: EpochMs })

/** After hello_ok and on change. */
export const LinkMode = Schema.Struct({
  type: Schema.tag("link_mode"),
  low_bandwidth: Schema.Boolean,
  reason: Schema.Literals(["lag", "dwell", "forced", "recovered"]),
  at_ms: EpochMs
})

/** Answers each config. */
export const ConfigApplied = Schema.Struct({
  type: Schema.tag("config_applied"),
  version: Count,
  ok: Schema.Boolean,
  errors: Schema.Array(ApplyError)
})

/** How many bytes a frame would have had, and how many one may have. */
const tooLarge = { bytes: Count, limit: Count }

/**
 * Each running job once a second, newest only; the end of an own job at once. `goal_id` is null for a service.
 * `feedback_omitted` is there where the frame would have been too large with its feedback, which is null then.
 */
export const JobUpdate = Schema.Struct({
  type: Schema.tag("job_update"),
  job_id: JobId,
  slug: text,
  state: ReportedState,
  origin: Schema.Literals(["platform", "external"]),
  goal_id: nullable(text),
  feedback: nullable(AnyJson),
  feedback_omitted: Schema.optionalKey(Schema.Struct(tooLarge)),
  progress: nullable(Progress),
  result: nullable(AnyJson),
  error: nullable(Failure),
  timestamp_ms: EpochMs
})
export type JobUpdate = typeof JobUpdate.Type

/** These jobs are gone for good. */
export const JobLost = Schema.Struct({
  type: Schema.tag("job_lost"),
  job_ids: Schema.Array(JobId).check(Schema.isMinLength(1)),
  error: Schema.optionalKey(Failure)
})

/** Answers job_query; each asked id is in exactly one list. */
export const JobStatus = Schema.Struct({
  type: Schema.tag("job_status"),
  request_id: RequestId,
  jobs: Schema.Array(
    Schema.Struct({
      job_id: JobId,
      state: ReportedState,
      feedback: nullable(AnyJson),
      progress: nullable(Progress),
      result: nullable(AnyJson),
      error: nullable(Failure)
    })
  ),
  unknown_job_ids: Schema.Array(JobId)
})

/** Answers cancel. */
export const CancelResult = Schema.Struct({
  type: Schema.tag("cancel_result"),
  request_id: RequestId,
  slug: text,
  goals: Schema.Array(CancelledGoal),
  error: nullable(Failure)
})
export type CancelResult = typeof CancelResult.Type

/** Answers introspect_request. `graph` is null exactly where `error` says why there is none. */
export const Introspect = Schema.Struct({
  type: Schema.tag("introspect"),
  request_id: RequestId,
  graph: nullable(RosGraph),
  error: Schema.optionalKey(Failure)
})

/** Answers type_request. A name in neither list did not fit into the frame: it is asked for again. */
export const TypeDefinitions = Schema.Struct({
  type: Schema.tag("type_definitions"),
  request_id: RequestId,
  definitions: Schema.Array(TypeDefinition),
  unresolved: Schema.Array(text)
})

/**
 * What the robot could upload: after hello_ok and on change. Mesh URIs are verbatim. `omitted` is there where the list of
 * all would have been too large for a frame: `files` more are not in it.
 */
export const AssetsAvailable = Schema.Struct({
  type: Schema.tag("assets_available"),
  urdf: Schema.Boolean,
  meshes: Schema.Array(text),
  omitted: Schema.optionalKey(Schema.Struct({ files: Count, ...tooLarge }))
})
export type AssetsAvailable = typeof AssetsAvailable.Type

/** Without the optional parts that cannot be read. */
const ReportedFailure = Schema.Struct({
  ...AssetFailure.fields,
  message: AssetFailure.fields.message.pipe(Schema.catchDecoding(() => Effect.succeed(Option.none()))),
  details: AssetFailure.fields.details.pipe(Schema.catchDecoding(() => Effect.succeed(Option.none())))
})

/** During an upload of assets. */
export const AssetProgress = Schema.Struct({
  type: Schema.tag("asset_progress"),
  sync_id: text,
  done: Count,
  total: Count,
  failed: Schema.Array(ReportedFailure).check(Schema.isMaxLength(maxAssetFailures)),
  state: Schema.Literals(["running", "finished", "refused_busy"])
})

/**
 * Answers, changes, and the first try of a source after a start, which may have a fault of an earlier run to clear. `request_id`
 * is set exactly for cause `command`.
 */
export const CameraState = Schema.Struct({
  type: Schema.tag("camera_state"),
  slug: text,
  publishing: Schema.Boolean,
  error: nullable(Failure),
  cause: Schema.Literals(["command", "source", "config_change", "live_lost"]).annotate({
    description: "What led to the state."
  }),
  observed_at_ms: EpochMs,
  request_id: nullable(RequestId)
})

/**
 * Whether samples of a datapoint reach the cloud, on change and at most once in 10 s for each slug. `too_large`: a sample is
 * larger than a frame; `undecodable`: messages cannot be read, or have no such field; `type_changed`: the topic has another
 * type; `throttled`: the link takes fewer samples than there are. `error` is null exactly for `ok`; its message says how much.
 */
export const DatapointState = Schema.Struct({
  type: Schema.tag("datapoint_state"),
  slug: text,
  state: Schema.Literals(["ok", "failed"]),
  error: nullable(
    Schema.Struct({
      code: Schema.Literals(["too_large", "undecodable", "type_changed", "throttled"]),
      message: Text(1, 200)
    })
  ),
  at_ms: EpochMs
})
export type DatapointState = typeof DatapointState.Type

/**
 * The robot's clock, after hello_ok and on change, at most once in 10 s. `offset_ms` is how far its stamps are ahead of this
 * bridge's clock, negative where they are behind; null before the first message.
 */
export const ClockState = Schema.Struct({
  type: Schema.tag("clock_state"),
  sim_time: Schema.Boolean,
  offset_ms: nullable(Schema.Finite)
})
export type ClockState = typeof ClockState.Type

/**
 * Answers recording_request, and again on each change. The answer to its upload says that a recording is stored.
 * `error` is set exactly for `failed`; `from_ms`, `to_ms` and `size_bytes` are null until the file is cut.
 */
export const RecordingState = Schema.Struct({
  type: Schema.tag("recording_state"),
  recording_id: RecordingId,
  state: Schema.Literals(["recording", "waiting", "uploading", "failed"]),
  from_ms: nullable(EpochMs),
  to_ms: nullable(EpochMs),
  size_bytes: nullable(Count),
  error: nullable(Failure),
  at_ms: EpochMs
})
export type RecordingState = typeof RecordingState.Type

/** What a bridge sends as text. Images travel as binary frames (see Snapshot). */
export const BridgeMessage = Schema.Union([
  Hello,
  Datapoint,
  Pong,
  LinkMode,
  ConfigApplied,
  JobUpdate,
  JobLost,
  JobStatus,
  CancelResult,
  Introspect,
  TypeDefinitions,
  AssetsAvailable,
  AssetProgress,
  CameraState,
  DatapointState,
  ClockState,
  RecordingState
])
  .annotate({ identifier: "bridge-message" })
  .pipe(Schema.toTaggedUnion("type"))
export type BridgeMessage = typeof BridgeMessage.Type

export const BridgeFrame = Schema.fromJsonString(Schema.toCodecJson(BridgeMessage))
