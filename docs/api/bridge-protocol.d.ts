// Exports: {"./*":"./src/*.ts"}

// BridgeMessages.d.ts

import { Schema } from "effect";
/** What went wrong at the robot. */
export declare const Failure: Schema.Struct<{
    readonly code: Schema.String;
    readonly message: Schema.String;
    readonly details: Schema.optionalKey<Schema.Unknown>;
}>;
export type Failure = typeof Failure.Type;
/** A job the bridge started and still holds. */
export declare const ActiveJob: Schema.Struct<{
    readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
    readonly slug: Schema.String;
    readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
}>;
/** The first frame, within 10 s of connecting. */
export declare const Hello: Schema.Struct<{
    readonly type: Schema.tag<"hello">;
    readonly protocol_version: Schema.Finite;
    readonly token: Schema.String;
    readonly bridge_version: Schema.String;
    readonly active_jobs: Schema.optionalKey<Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly slug: Schema.String;
        readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
    }>>>;
}>;
/** One sample. `timestamp_ms` is the capture time; `backfill` marks one kept while offline. */
export declare const Datapoint: Schema.Struct<{
    readonly type: Schema.tag<"datapoint">;
    readonly slug: Schema.String;
    readonly value: Schema.Unknown;
    readonly timestamp_ms: Schema.Finite;
    readonly backfill: Schema.optionalKey<Schema.Boolean>;
}>;
export type Datapoint = typeof Datapoint.Type;
export declare const Pong: Schema.Struct<{
    readonly type: Schema.tag<"pong">;
    readonly ts_ms: Schema.Finite;
}>;
/** After hello_ok and on change. */
export declare const LinkMode: Schema.Struct<{
    readonly type: Schema.tag<"link_mode">;
    readonly low_bandwidth: Schema.Boolean;
    readonly reason: Schema.Literals<readonly ["lag", "dwell", "forced", "recovered"]>;
    readonly at_ms: Schema.Finite;
}>;
/** Answers each config. */
export declare const ConfigApplied: Schema.Struct<{
    readonly type: Schema.tag<"config_applied">;
    readonly version: Schema.Finite;
    readonly ok: Schema.Boolean;
    readonly errors: Schema.$Array<Schema.Struct<{
        readonly kind: Schema.Literals<readonly ["datapoint", "action", "service", "publisher", "camera", "low_bandwidth", "recorder"]>;
        readonly slug: Schema.String;
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.$Record<Schema.String, Schema.Unknown>>;
    }>>;
}>;
/**
 * Each running job once a second, newest only; the end of an own job at once. `goal_id` is null for a service.
 * `feedback_omitted` is there where the frame would have been too large with its feedback, which is null then.
 */
export declare const JobUpdate: Schema.Struct<{
    readonly type: Schema.tag<"job_update">;
    readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
    readonly slug: Schema.String;
    readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
    readonly origin: Schema.Literals<readonly ["platform", "external"]>;
    readonly goal_id: Schema.NullOr<Schema.String>;
    readonly feedback: Schema.NullOr<Schema.Unknown>;
    readonly feedback_omitted: Schema.optionalKey<Schema.Struct<{
        bytes: Schema.Finite;
        limit: Schema.Finite;
    }>>;
    readonly progress: Schema.NullOr<Schema.Finite>;
    readonly result: Schema.NullOr<Schema.Unknown>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly timestamp_ms: Schema.Finite;
}>;
export type JobUpdate = typeof JobUpdate.Type;
/** These jobs are gone for good. */
export declare const JobLost: Schema.Struct<{
    readonly type: Schema.tag<"job_lost">;
    readonly job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
    readonly error: Schema.optionalKey<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>;
/** Answers job_query; each asked id is in exactly one list. */
export declare const JobStatus: Schema.Struct<{
    readonly type: Schema.tag<"job_status">;
    readonly request_id: Schema.String;
    readonly jobs: Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
        readonly feedback: Schema.NullOr<Schema.Unknown>;
        readonly progress: Schema.NullOr<Schema.Finite>;
        readonly result: Schema.NullOr<Schema.Unknown>;
        readonly error: Schema.NullOr<Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
            readonly details: Schema.optionalKey<Schema.Unknown>;
        }>>;
    }>>;
    readonly unknown_job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
}>;
/** Answers cancel. */
export declare const CancelResult: Schema.Struct<{
    readonly type: Schema.tag<"cancel_result">;
    readonly request_id: Schema.String;
    readonly slug: Schema.String;
    readonly goals: Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly goal_id: Schema.String;
        readonly return_code: Schema.NullOr<Schema.Finite>;
    }>>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>;
export type CancelResult = typeof CancelResult.Type;
/** Answers introspect_request. `graph` is null exactly where `error` says why there is none. */
export declare const Introspect: Schema.Struct<{
    readonly type: Schema.tag<"introspect">;
    readonly request_id: Schema.String;
    readonly graph: Schema.NullOr<Schema.Struct<{
        readonly topics: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly services: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly actions: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly captured_at_ms: Schema.Finite;
    }>>;
    readonly error: Schema.optionalKey<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>;
/** Answers type_request. A name in neither list did not fit into the frame: it is asked for again. */
export declare const TypeDefinitions: Schema.Struct<{
    readonly type: Schema.tag<"type_definitions">;
    readonly request_id: Schema.String;
    readonly definitions: Schema.$Array<Schema.Union<readonly [Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"msg">;
        readonly fields: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>, Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"srv">;
        readonly request: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly response: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>, Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"action">;
        readonly goal: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly result: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly feedback: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>]>>;
    readonly unresolved: Schema.$Array<Schema.String>;
}>;
/**
 * What the robot could upload: after hello_ok and on change. Mesh URIs are verbatim. `omitted` is there where the list of
 * all would have been too large for a frame: `files` more are not in it.
 */
export declare const AssetsAvailable: Schema.Struct<{
    readonly type: Schema.tag<"assets_available">;
    readonly urdf: Schema.Boolean;
    readonly meshes: Schema.$Array<Schema.String>;
    readonly omitted: Schema.optionalKey<Schema.Struct<{
        readonly bytes: Schema.Finite;
        readonly limit: Schema.Finite;
        readonly files: Schema.Finite;
    }>>;
}>;
export type AssetsAvailable = typeof AssetsAvailable.Type;
/** During an upload of assets. */
export declare const AssetProgress: Schema.Struct<{
    readonly type: Schema.tag<"asset_progress">;
    readonly sync_id: Schema.String;
    readonly done: Schema.Finite;
    readonly total: Schema.Finite;
    readonly failed: Schema.$Array<Schema.Struct<{
        readonly reference: Schema.String;
        readonly kind: Schema.Literals<readonly ["unresolvable", "upload_failed", "refused", "too_large", "unavailable"]>;
        readonly message: Schema.middlewareDecoding<Schema.optionalKey<Schema.String>, never>;
        readonly details: Schema.middlewareDecoding<Schema.optionalKey<Schema.NullOr<Schema.Struct<{
            readonly store_bytes: Schema.NullOr<Schema.Finite>;
            readonly used_bytes: Schema.Finite;
            readonly size_bytes: Schema.NullOr<Schema.Finite>;
        }>>>, never>;
    }>>;
    readonly state: Schema.Literals<readonly ["running", "finished", "refused_busy"]>;
}>;
/**
 * Answers, changes, and the first try of a source after a start, which may have a fault of an earlier run to clear. `request_id`
 * is set exactly for cause `command`.
 */
export declare const CameraState: Schema.Struct<{
    readonly type: Schema.tag<"camera_state">;
    readonly slug: Schema.String;
    readonly publishing: Schema.Boolean;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly cause: Schema.Literals<readonly ["command", "source", "config_change", "live_lost"]>;
    readonly observed_at_ms: Schema.Finite;
    readonly request_id: Schema.NullOr<Schema.String>;
}>;
/**
 * Whether samples of a datapoint reach the cloud, on change and at most once in 10 s for each slug. `too_large`: a sample is
 * larger than a frame; `undecodable`: messages cannot be read, or have no such field; `type_changed`: the topic has another
 * type; `throttled`: the link takes fewer samples than there are. `error` is null exactly for `ok`; its message says how much.
 */
export declare const DatapointState: Schema.Struct<{
    readonly type: Schema.tag<"datapoint_state">;
    readonly slug: Schema.String;
    readonly state: Schema.Literals<readonly ["ok", "failed"]>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.Literals<readonly ["too_large", "undecodable", "type_changed", "throttled"]>;
        readonly message: Schema.String;
    }>>;
    readonly at_ms: Schema.Finite;
}>;
export type DatapointState = typeof DatapointState.Type;
/**
 * The robot's clock, after hello_ok and on change, at most once in 10 s. `offset_ms` is how far its stamps are ahead of this
 * bridge's clock, negative where they are behind; null before the first message.
 */
export declare const ClockState: Schema.Struct<{
    readonly type: Schema.tag<"clock_state">;
    readonly sim_time: Schema.Boolean;
    readonly offset_ms: Schema.NullOr<Schema.Finite>;
}>;
export type ClockState = typeof ClockState.Type;
/**
 * Answers recording_request, and again on each change. The answer to its upload says that a recording is stored.
 * `error` is set exactly for `failed`; `from_ms`, `to_ms` and `size_bytes` are null until the file is cut.
 */
export declare const RecordingState: Schema.Struct<{
    readonly type: Schema.tag<"recording_state">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
    readonly state: Schema.Literals<readonly ["recording", "waiting", "uploading", "failed"]>;
    readonly from_ms: Schema.NullOr<Schema.Finite>;
    readonly to_ms: Schema.NullOr<Schema.Finite>;
    readonly size_bytes: Schema.NullOr<Schema.Finite>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly at_ms: Schema.Finite;
}>;
export type RecordingState = typeof RecordingState.Type;
/** What a bridge sends as text. Images travel as binary frames (see Snapshot). */
export declare const BridgeMessage: Schema.toTaggedUnion<"type", readonly [Schema.Struct<{
    readonly type: Schema.tag<"hello">;
    readonly protocol_version: Schema.Finite;
    readonly token: Schema.String;
    readonly bridge_version: Schema.String;
    readonly active_jobs: Schema.optionalKey<Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly slug: Schema.String;
        readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
    }>>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"datapoint">;
    readonly slug: Schema.String;
    readonly value: Schema.Unknown;
    readonly timestamp_ms: Schema.Finite;
    readonly backfill: Schema.optionalKey<Schema.Boolean>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"pong">;
    readonly ts_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"link_mode">;
    readonly low_bandwidth: Schema.Boolean;
    readonly reason: Schema.Literals<readonly ["lag", "dwell", "forced", "recovered"]>;
    readonly at_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"config_applied">;
    readonly version: Schema.Finite;
    readonly ok: Schema.Boolean;
    readonly errors: Schema.$Array<Schema.Struct<{
        readonly kind: Schema.Literals<readonly ["datapoint", "action", "service", "publisher", "camera", "low_bandwidth", "recorder"]>;
        readonly slug: Schema.String;
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.$Record<Schema.String, Schema.Unknown>>;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"job_update">;
    readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
    readonly slug: Schema.String;
    readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
    readonly origin: Schema.Literals<readonly ["platform", "external"]>;
    readonly goal_id: Schema.NullOr<Schema.String>;
    readonly feedback: Schema.NullOr<Schema.Unknown>;
    readonly feedback_omitted: Schema.optionalKey<Schema.Struct<{
        bytes: Schema.Finite;
        limit: Schema.Finite;
    }>>;
    readonly progress: Schema.NullOr<Schema.Finite>;
    readonly result: Schema.NullOr<Schema.Unknown>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly timestamp_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"job_lost">;
    readonly job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
    readonly error: Schema.optionalKey<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"job_status">;
    readonly request_id: Schema.String;
    readonly jobs: Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
        readonly feedback: Schema.NullOr<Schema.Unknown>;
        readonly progress: Schema.NullOr<Schema.Finite>;
        readonly result: Schema.NullOr<Schema.Unknown>;
        readonly error: Schema.NullOr<Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
            readonly details: Schema.optionalKey<Schema.Unknown>;
        }>>;
    }>>;
    readonly unknown_job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"cancel_result">;
    readonly request_id: Schema.String;
    readonly slug: Schema.String;
    readonly goals: Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly goal_id: Schema.String;
        readonly return_code: Schema.NullOr<Schema.Finite>;
    }>>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"introspect">;
    readonly request_id: Schema.String;
    readonly graph: Schema.NullOr<Schema.Struct<{
        readonly topics: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly services: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly actions: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly captured_at_ms: Schema.Finite;
    }>>;
    readonly error: Schema.optionalKey<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"type_definitions">;
    readonly request_id: Schema.String;
    readonly definitions: Schema.$Array<Schema.Union<readonly [Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"msg">;
        readonly fields: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>, Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"srv">;
        readonly request: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly response: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>, Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"action">;
        readonly goal: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly result: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly feedback: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>]>>;
    readonly unresolved: Schema.$Array<Schema.String>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"assets_available">;
    readonly urdf: Schema.Boolean;
    readonly meshes: Schema.$Array<Schema.String>;
    readonly omitted: Schema.optionalKey<Schema.Struct<{
        readonly bytes: Schema.Finite;
        readonly limit: Schema.Finite;
        readonly files: Schema.Finite;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"asset_progress">;
    readonly sync_id: Schema.String;
    readonly done: Schema.Finite;
    readonly total: Schema.Finite;
    readonly failed: Schema.$Array<Schema.Struct<{
        readonly reference: Schema.String;
        readonly kind: Schema.Literals<readonly ["unresolvable", "upload_failed", "refused", "too_large", "unavailable"]>;
        readonly message: Schema.middlewareDecoding<Schema.optionalKey<Schema.String>, never>;
        readonly details: Schema.middlewareDecoding<Schema.optionalKey<Schema.NullOr<Schema.Struct<{
            readonly store_bytes: Schema.NullOr<Schema.Finite>;
            readonly used_bytes: Schema.Finite;
            readonly size_bytes: Schema.NullOr<Schema.Finite>;
        }>>>, never>;
    }>>;
    readonly state: Schema.Literals<readonly ["running", "finished", "refused_busy"]>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"camera_state">;
    readonly slug: Schema.String;
    readonly publishing: Schema.Boolean;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly cause: Schema.Literals<readonly ["command", "source", "config_change", "live_lost"]>;
    readonly observed_at_ms: Schema.Finite;
    readonly request_id: Schema.NullOr<Schema.String>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"datapoint_state">;
    readonly slug: Schema.String;
    readonly state: Schema.Literals<readonly ["ok", "failed"]>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.Literals<readonly ["too_large", "undecodable", "type_changed", "throttled"]>;
        readonly message: Schema.String;
    }>>;
    readonly at_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"clock_state">;
    readonly sim_time: Schema.Boolean;
    readonly offset_ms: Schema.NullOr<Schema.Finite>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"recording_state">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
    readonly state: Schema.Literals<readonly ["recording", "waiting", "uploading", "failed"]>;
    readonly from_ms: Schema.NullOr<Schema.Finite>;
    readonly to_ms: Schema.NullOr<Schema.Finite>;
    readonly size_bytes: Schema.NullOr<Schema.Finite>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly at_ms: Schema.Finite;
}>]>;
export type BridgeMessage = typeof BridgeMessage.Type;
export declare const BridgeFrame: Schema.fromJsonString<Schema.toCodecJson<Schema.toTaggedUnion<"type", readonly [Schema.Struct<{
    readonly type: Schema.tag<"hello">;
    readonly protocol_version: Schema.Finite;
    readonly token: Schema.String;
    readonly bridge_version: Schema.String;
    readonly active_jobs: Schema.optionalKey<Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly slug: Schema.String;
        readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
    }>>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"datapoint">;
    readonly slug: Schema.String;
    readonly value: Schema.Unknown;
    readonly timestamp_ms: Schema.Finite;
    readonly backfill: Schema.optionalKey<Schema.Boolean>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"pong">;
    readonly ts_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"link_mode">;
    readonly low_bandwidth: Schema.Boolean;
    readonly reason: Schema.Literals<readonly ["lag", "dwell", "forced", "recovered"]>;
    readonly at_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"config_applied">;
    readonly version: Schema.Finite;
    readonly ok: Schema.Boolean;
    readonly errors: Schema.$Array<Schema.Struct<{
        readonly kind: Schema.Literals<readonly ["datapoint", "action", "service", "publisher", "camera", "low_bandwidth", "recorder"]>;
        readonly slug: Schema.String;
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.$Record<Schema.String, Schema.Unknown>>;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"job_update">;
    readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
    readonly slug: Schema.String;
    readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
    readonly origin: Schema.Literals<readonly ["platform", "external"]>;
    readonly goal_id: Schema.NullOr<Schema.String>;
    readonly feedback: Schema.NullOr<Schema.Unknown>;
    readonly feedback_omitted: Schema.optionalKey<Schema.Struct<{
        bytes: Schema.Finite;
        limit: Schema.Finite;
    }>>;
    readonly progress: Schema.NullOr<Schema.Finite>;
    readonly result: Schema.NullOr<Schema.Unknown>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly timestamp_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"job_lost">;
    readonly job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
    readonly error: Schema.optionalKey<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"job_status">;
    readonly request_id: Schema.String;
    readonly jobs: Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly state: Schema.Literals<readonly ["running", "succeeded", "failed", "cancelled", "lost"]>;
        readonly feedback: Schema.NullOr<Schema.Unknown>;
        readonly progress: Schema.NullOr<Schema.Finite>;
        readonly result: Schema.NullOr<Schema.Unknown>;
        readonly error: Schema.NullOr<Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
            readonly details: Schema.optionalKey<Schema.Unknown>;
        }>>;
    }>>;
    readonly unknown_job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"cancel_result">;
    readonly request_id: Schema.String;
    readonly slug: Schema.String;
    readonly goals: Schema.$Array<Schema.Struct<{
        readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
        readonly goal_id: Schema.String;
        readonly return_code: Schema.NullOr<Schema.Finite>;
    }>>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"introspect">;
    readonly request_id: Schema.String;
    readonly graph: Schema.NullOr<Schema.Struct<{
        readonly topics: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly services: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly actions: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly types: Schema.$Array<Schema.String>;
        }>>;
        readonly captured_at_ms: Schema.Finite;
    }>>;
    readonly error: Schema.optionalKey<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"type_definitions">;
    readonly request_id: Schema.String;
    readonly definitions: Schema.$Array<Schema.Union<readonly [Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"msg">;
        readonly fields: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>, Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"srv">;
        readonly request: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly response: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>, Schema.Struct<{
        readonly name: Schema.String;
        readonly kind: Schema.Literal<"action">;
        readonly goal: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly result: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
        readonly feedback: Schema.$Array<Schema.Struct<{
            readonly name: Schema.String;
            readonly type: Schema.String;
            readonly array: Schema.Boolean;
            readonly fields: Schema.NullOr<Schema.$Array<Schema.suspend<Schema.Codec<import("@fleet/domain/RobotConfig/RosGraph").TypeField, import("@fleet/domain/RobotConfig/RosGraph").TypeField, never, never>>>>;
        }>>;
    }>]>>;
    readonly unresolved: Schema.$Array<Schema.String>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"assets_available">;
    readonly urdf: Schema.Boolean;
    readonly meshes: Schema.$Array<Schema.String>;
    readonly omitted: Schema.optionalKey<Schema.Struct<{
        readonly bytes: Schema.Finite;
        readonly limit: Schema.Finite;
        readonly files: Schema.Finite;
    }>>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"asset_progress">;
    readonly sync_id: Schema.String;
    readonly done: Schema.Finite;
    readonly total: Schema.Finite;
    readonly failed: Schema.$Array<Schema.Struct<{
        readonly reference: Schema.String;
        readonly kind: Schema.Literals<readonly ["unresolvable", "upload_failed", "refused", "too_large", "unavailable"]>;
        readonly message: Schema.middlewareDecoding<Schema.optionalKey<Schema.String>, never>;
        readonly details: Schema.middlewareDecoding<Schema.optionalKey<Schema.NullOr<Schema.Struct<{
            readonly store_bytes: Schema.NullOr<Schema.Finite>;
            readonly used_bytes: Schema.Finite;
            readonly size_bytes: Schema.NullOr<Schema.Finite>;
        }>>>, never>;
    }>>;
    readonly state: Schema.Literals<readonly ["running", "finished", "refused_busy"]>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"camera_state">;
    readonly slug: Schema.String;
    readonly publishing: Schema.Boolean;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly cause: Schema.Literals<readonly ["command", "source", "config_change", "live_lost"]>;
    readonly observed_at_ms: Schema.Finite;
    readonly request_id: Schema.NullOr<Schema.String>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"datapoint_state">;
    readonly slug: Schema.String;
    readonly state: Schema.Literals<readonly ["ok", "failed"]>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.Literals<readonly ["too_large", "undecodable", "type_changed", "throttled"]>;
        readonly message: Schema.String;
    }>>;
    readonly at_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"clock_state">;
    readonly sim_time: Schema.Boolean;
    readonly offset_ms: Schema.NullOr<Schema.Finite>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"recording_state">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
    readonly state: Schema.Literals<readonly ["recording", "waiting", "uploading", "failed"]>;
    readonly from_ms: Schema.NullOr<Schema.Finite>;
    readonly to_ms: Schema.NullOr<Schema.Finite>;
    readonly size_bytes: Schema.NullOr<Schema.Finite>;
    readonly error: Schema.NullOr<Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
        readonly details: Schema.optionalKey<Schema.Unknown>;
    }>>;
    readonly at_ms: Schema.Finite;
}>]>>>;

// CloseCodes.d.ts

/** The one version served. Older bridges are refused at hello. */
export declare const PROTOCOL_VERSION = 5;
/** The newest bridge program, sent in hello_ok. */
export declare const LATEST_BRIDGE_VERSION = "0.1.0";
/** Why the cloud closes a /bridge socket. */
export declare const BridgeClose: {
    /** Superseded by a newer bridge of the robot; final for the old one. */
    readonly superseded: 4000;
    readonly noHelloInTime: 4002;
    readonly pingTimeout: 4003;
    /** Final. */
    readonly robotDeleted: 4004;
    /** CLOSE_TOKEN_ROTATED; final. */
    readonly tokenRotated: 4005;
    /** hello_error, or a text frame that is not a JSON object. */
    readonly refused: 1008;
    /** A frame over 2 MiB. */
    readonly tooBig: 1009;
    readonly restarting: 1012;
};
/** Codes after which a bridge must not come back. */
export declare const finalCloseCodes: ReadonlyArray<number>;
/** Bytes a frame may have: one to the cloud, one to a bridge, and one with an image. */
export declare const maxFrame = 2097152;
export declare const maxBridgeFrame = 1048576;
export declare const maxSnapshotFrame = 1572864;

// CloudMessages.d.ts

import { Schema } from "effect";
/** The hello is accepted. */
export declare const HelloOk: Schema.Struct<{
    readonly type: Schema.tag<"hello_ok">;
    readonly robot_id: Schema.String;
    readonly protocol: Schema.Struct<{
        readonly status: Schema.Literals<readonly ["current", "deprecated"]>;
        readonly sunset_at: Schema.NullOr<Schema.String>;
    }>;
    readonly bridge: Schema.Struct<{
        readonly latest_version: Schema.String;
    }>;
}>;
export declare const HelloErrorCode: Schema.Literals<readonly ["invalid_token", "bridge_too_old", "protocol_mismatch", "org_locked", "invalid_frame"]>;
export type HelloErrorCode = typeof HelloErrorCode.Type;
/** The hello is refused; close 1008 follows. */
export declare const HelloError: Schema.Struct<{
    readonly type: Schema.tag<"hello_error">;
    readonly code: Schema.Literals<readonly ["invalid_token", "bridge_too_old", "protocol_mismatch", "org_locked", "invalid_frame"]>;
    readonly message: Schema.String;
}>;
/** Every 2 s, with what the cloud measured of the link. */
export declare const Ping: Schema.Struct<{
    readonly type: Schema.tag<"ping">;
    readonly ts_ms: Schema.Finite;
    readonly latency_ms: Schema.NullOr<Schema.Finite>;
    readonly lag_ms: Schema.NullOr<Schema.Finite>;
}>;
/** The published document: after hello_ok and on each publish. Version 0 with `{platform: 1}` when nothing is published. */
export declare const Config: Schema.Struct<{
    readonly type: Schema.tag<"config">;
    readonly version: Schema.Finite;
    readonly doc: Schema.$Record<Schema.String, Schema.Unknown>;
}>;
/** Start a job. Parameters are checked and defaults filled in. */
export declare const Invoke: Schema.Struct<{
    readonly type: Schema.tag<"invoke">;
    readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
    readonly slug: Schema.String;
    readonly params: Schema.$Record<Schema.String, Schema.Unknown>;
    readonly patience_ms: Schema.Finite;
}>;
/** Cancel one job, or every goal of the slug. `own_only` spares goals this bridge did not start. */
export declare const Cancel: Schema.Struct<{
    readonly type: Schema.tag<"cancel">;
    readonly request_id: Schema.String;
    readonly slug: Schema.String;
    readonly job_id: Schema.NullOr<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
    readonly own_only: Schema.optionalKey<Schema.Boolean>;
}>;
/** Asks for the status of these jobs. */
export declare const JobQuery: Schema.Struct<{
    readonly type: Schema.tag<"job_query">;
    readonly request_id: Schema.String;
    readonly job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
}>;
/** Send one message through a publisher. */
export declare const Publish: Schema.Struct<{
    readonly type: Schema.tag<"publish">;
    readonly slug: Schema.String;
    readonly message: Schema.$Record<Schema.String, Schema.Unknown>;
}>;
/** Send the publisher's failsafe message now, and end the hold. */
export declare const Failsafe: Schema.Struct<{
    readonly type: Schema.tag<"failsafe">;
    readonly slug: Schema.String;
}>;
export declare const IntrospectRequest: Schema.Struct<{
    readonly type: Schema.tag<"introspect_request">;
    readonly request_id: Schema.String;
}>;
export declare const TypeRequest: Schema.Struct<{
    readonly type: Schema.tag<"type_request">;
    readonly request_id: Schema.String;
    readonly type_names: Schema.$Array<Schema.String>;
}>;
export declare const CameraStart: Schema.Struct<{
    readonly type: Schema.tag<"camera_start">;
    readonly slug: Schema.String;
    readonly url: Schema.String;
    readonly room: Schema.String;
    readonly token: Schema.String;
    readonly request_id: Schema.String;
}>;
export declare const CameraStop: Schema.Struct<{
    readonly type: Schema.tag<"camera_stop">;
    readonly slug: Schema.String;
    readonly request_id: Schema.String;
}>;
/** Upload assets; no meshes means the URDF only. */
export declare const AssetRequest: Schema.Struct<{
    readonly type: Schema.tag<"asset_request">;
    readonly sync_id: Schema.String;
    readonly upload_url: Schema.String;
    readonly token: Schema.String;
    readonly meshes: Schema.$Array<Schema.String>;
}>;
/**
 * Cut a recording around `at_ms` and upload it, in at most `max_bytes`. Sent once it is wanted, and after each hello_ok
 * until it has ended: a bridge that has it answers what has become of it.
 */
export declare const RecordingRequest: Schema.Struct<{
    readonly type: Schema.tag<"recording_request">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
    readonly cause: Schema.Literals<readonly ["alert", "job", "request"]>;
    readonly at_ms: Schema.Finite;
    readonly upload_url: Schema.String;
    readonly upload_token: Schema.String;
    readonly max_bytes: Schema.Finite;
}>;
export type RecordingRequest = typeof RecordingRequest.Type;
/** The recording is no longer wanted: drop it. */
export declare const RecordingCancel: Schema.Struct<{
    readonly type: Schema.tag<"recording_cancel">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
}>;
/** What the cloud sends to a bridge. */
export declare const CloudMessage: Schema.toTaggedUnion<"type", readonly [Schema.Struct<{
    readonly type: Schema.tag<"hello_ok">;
    readonly robot_id: Schema.String;
    readonly protocol: Schema.Struct<{
        readonly status: Schema.Literals<readonly ["current", "deprecated"]>;
        readonly sunset_at: Schema.NullOr<Schema.String>;
    }>;
    readonly bridge: Schema.Struct<{
        readonly latest_version: Schema.String;
    }>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"hello_error">;
    readonly code: Schema.Literals<readonly ["invalid_token", "bridge_too_old", "protocol_mismatch", "org_locked", "invalid_frame"]>;
    readonly message: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"ping">;
    readonly ts_ms: Schema.Finite;
    readonly latency_ms: Schema.NullOr<Schema.Finite>;
    readonly lag_ms: Schema.NullOr<Schema.Finite>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"config">;
    readonly version: Schema.Finite;
    readonly doc: Schema.$Record<Schema.String, Schema.Unknown>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"invoke">;
    readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
    readonly slug: Schema.String;
    readonly params: Schema.$Record<Schema.String, Schema.Unknown>;
    readonly patience_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"cancel">;
    readonly request_id: Schema.String;
    readonly slug: Schema.String;
    readonly job_id: Schema.NullOr<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
    readonly own_only: Schema.optionalKey<Schema.Boolean>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"job_query">;
    readonly request_id: Schema.String;
    readonly job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"publish">;
    readonly slug: Schema.String;
    readonly message: Schema.$Record<Schema.String, Schema.Unknown>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"failsafe">;
    readonly slug: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"introspect_request">;
    readonly request_id: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"type_request">;
    readonly request_id: Schema.String;
    readonly type_names: Schema.$Array<Schema.String>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"camera_start">;
    readonly slug: Schema.String;
    readonly url: Schema.String;
    readonly room: Schema.String;
    readonly token: Schema.String;
    readonly request_id: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"camera_stop">;
    readonly slug: Schema.String;
    readonly request_id: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"asset_request">;
    readonly sync_id: Schema.String;
    readonly upload_url: Schema.String;
    readonly token: Schema.String;
    readonly meshes: Schema.$Array<Schema.String>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"recording_request">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
    readonly cause: Schema.Literals<readonly ["alert", "job", "request"]>;
    readonly at_ms: Schema.Finite;
    readonly upload_url: Schema.String;
    readonly upload_token: Schema.String;
    readonly max_bytes: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"recording_cancel">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
}>]>;
export type CloudMessage = typeof CloudMessage.Type;
export declare const CloudFrame: Schema.fromJsonString<Schema.toCodecJson<Schema.toTaggedUnion<"type", readonly [Schema.Struct<{
    readonly type: Schema.tag<"hello_ok">;
    readonly robot_id: Schema.String;
    readonly protocol: Schema.Struct<{
        readonly status: Schema.Literals<readonly ["current", "deprecated"]>;
        readonly sunset_at: Schema.NullOr<Schema.String>;
    }>;
    readonly bridge: Schema.Struct<{
        readonly latest_version: Schema.String;
    }>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"hello_error">;
    readonly code: Schema.Literals<readonly ["invalid_token", "bridge_too_old", "protocol_mismatch", "org_locked", "invalid_frame"]>;
    readonly message: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"ping">;
    readonly ts_ms: Schema.Finite;
    readonly latency_ms: Schema.NullOr<Schema.Finite>;
    readonly lag_ms: Schema.NullOr<Schema.Finite>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"config">;
    readonly version: Schema.Finite;
    readonly doc: Schema.$Record<Schema.String, Schema.Unknown>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"invoke">;
    readonly job_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">;
    readonly slug: Schema.String;
    readonly params: Schema.$Record<Schema.String, Schema.Unknown>;
    readonly patience_ms: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"cancel">;
    readonly request_id: Schema.String;
    readonly slug: Schema.String;
    readonly job_id: Schema.NullOr<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
    readonly own_only: Schema.optionalKey<Schema.Boolean>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"job_query">;
    readonly request_id: Schema.String;
    readonly job_ids: Schema.$Array<Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "JobId">>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"publish">;
    readonly slug: Schema.String;
    readonly message: Schema.$Record<Schema.String, Schema.Unknown>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"failsafe">;
    readonly slug: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"introspect_request">;
    readonly request_id: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"type_request">;
    readonly request_id: Schema.String;
    readonly type_names: Schema.$Array<Schema.String>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"camera_start">;
    readonly slug: Schema.String;
    readonly url: Schema.String;
    readonly room: Schema.String;
    readonly token: Schema.String;
    readonly request_id: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"camera_stop">;
    readonly slug: Schema.String;
    readonly request_id: Schema.String;
}>, Schema.Struct<{
    readonly type: Schema.tag<"asset_request">;
    readonly sync_id: Schema.String;
    readonly upload_url: Schema.String;
    readonly token: Schema.String;
    readonly meshes: Schema.$Array<Schema.String>;
}>, Schema.Struct<{
    readonly type: Schema.tag<"recording_request">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
    readonly cause: Schema.Literals<readonly ["alert", "job", "request"]>;
    readonly at_ms: Schema.Finite;
    readonly upload_url: Schema.String;
    readonly upload_token: Schema.String;
    readonly max_bytes: Schema.Finite;
}>, Schema.Struct<{
    readonly type: Schema.tag<"recording_cancel">;
    readonly recording_id: Schema.brand<Schema.decodeTo<Schema.String, Schema.String, never, never>, "RecordingId">;
}>]>>>;

// Snapshot.d.ts

import { Option, Schema } from "effect";
/** The header of a binary frame; the image's bytes follow. */
export declare const SnapshotHeader: Schema.Struct<{
    readonly type: Schema.tag<"snapshot">;
    readonly slug: Schema.String;
    readonly mime: Schema.String;
    readonly width: Schema.Finite;
    readonly height: Schema.Finite;
    readonly timestamp_ms: Schema.Finite;
}>;
export type SnapshotHeader = typeof SnapshotHeader.Type;
/** The longest header in bytes; a longer one is not a header. */
export declare const maxSnapshotHeader = 4096;
/** A 4-byte big-endian header length, the header as UTF-8 JSON, the image. */
export declare const encodeSnapshot: (header: SnapshotHeader, image: Uint8Array) => Uint8Array;
/** Of a frame that is malformed or too big: its camera and what is wrong; null where its header names none. */
export declare const snapshotFault: (frame: Uint8Array) => {
    readonly slug: string;
    readonly reason: string;
} | null;
/** The header and the image (a view, not a copy), or nothing where the frame is malformed or too big. */
export declare const decodeSnapshot: (frame: Uint8Array) => Option.Option<{
    readonly header: SnapshotHeader;
    readonly image: Uint8Array;
}>;

// fitsBridge.d.ts

import type { CloudMessage } from "./CloudMessages.ts";
/** Whether a frame's text has at most the bytes that a bridge takes. */
export declare const isForBridge: (text: string) => boolean;
/** Whether a message can be sent to a bridge. */
export declare const fitsBridge: (message: CloudMessage) => boolean;

// isDatapoint.d.ts

import type { Datapoint } from "./BridgeMessages.ts";
/**
 * Whether a parsed frame is a datapoint: the same as decoding with the schema, written out because it runs for every
 * sample.
 */
export declare const isDatapoint: (frame: {
    readonly type?: unknown;
    readonly slug?: unknown;
    readonly value?: unknown;
    readonly timestamp_ms?: unknown;
    readonly backfill?: unknown;
}) => frame is Datapoint;

// robotJson.d.ts

/**
 * JSON as robots write it: NaN, Infinity and -Infinity, which their writers put for numbers that are not finite, are null.
 * Throws where it is no JSON all the same.
 */
export declare const parseRobotJson: (json: string) => unknown;
