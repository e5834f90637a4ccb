import { Schema } from "effect"
import { RobotId } from "./Ids.ts"
import { AnyJson, closed, Count, Name, Rule, Text, Timestamp } from "./Wire.ts"

/** How a robot's bridge is doing right now. The value of the built-in datapoint of the same name. */
export const BridgeState = Schema.Struct({
  online: Schema.Boolean,
  latency_ms: Schema.NullOr(Schema.Finite),
  low_bandwidth: Schema.Boolean
}).annotate({ identifier: "bridge-state" })
export type BridgeState = typeof BridgeState.Type

export const offline: BridgeState = { online: false, latency_ms: null, low_bandwidth: false }

export const Robot = Schema.Struct({ id: RobotId, name: Text(1, 63), created_at: Timestamp }).annotate({
  identifier: "robot"
})
export type Robot = typeof Robot.Type

export const CreateRobotRequest = closed({ name: Name(63) }).annotate({ identifier: "create-robot-request" })
export const CreateRobotResponse = Schema.Struct({ robot: Robot, token: Schema.String }).annotate({
  identifier: "create-robot-response"
})
export const RobotTokenRotateResponse = Schema.Struct({ token: Schema.String }).annotate({
  identifier: "robot-token-rotate-response"
})
export const PatchRobotRequest = closed({ name: Name(63) }).annotate({ identifier: "patch-robot-request" })
export const RobotResponse = Schema.Struct({ robot: Robot }).annotate({ identifier: "robot-response" })

/** How many things of each kind the latest published version exposes, built-ins apart. */
export const ExposureCounts = Schema.Struct({
  datapoints: Count,
  actions: Count,
  services: Count,
  publishers: Count,
  cameras: Count
})
export type ExposureCounts = typeof ExposureCounts.Type

export const ProtocolStatus = Schema.Literals(["current", "deprecated", "refused"])
export type ProtocolStatus = typeof ProtocolStatus.Type

/** What is published, drafted and in use at the robot. `applied_ok` is whether its bridge could apply all of `applied_version`. */
const ConfigStanding = Schema.Struct({
  published_version: Schema.NullOr(Count),
  applied_version: Schema.NullOr(Count),
  applied_ok: Schema.NullOr(Schema.Boolean),
  draft_updated_at: Schema.NullOr(Timestamp),
  published_at: Schema.NullOr(Timestamp)
})

/** Before the first hello `protocol_version` is null and the status `current`; `refused` means that the last hello was. */
export const RobotListItem = Schema.Struct({
  ...Robot.fields,
  bridge_state: BridgeState,
  exposes: ExposureCounts,
  protocol_status: ProtocolStatus,
  protocol_version: Schema.NullOr(Count),
  protocol: Schema.Struct({ status: ProtocolStatus, sunset_at: Schema.NullOr(Schema.String) }),
  last_seen_at: Schema.NullOr(Timestamp).annotate({
    description: "The newest moment at which a bridge was connected: now while one is. Null before the first.",
    examples: [null]
  }),
  config: ConfigStanding
}).annotate({ identifier: "robot-list-item" })
export type RobotListItem = typeof RobotListItem.Type

export const RobotListResponse = Schema.Struct({ robots: Schema.Array(RobotListItem) }).annotate({
  identifier: "robot-list-response"
})

/** What a bridge could not apply of a configuration; slug `*` is the whole kind. */
export const ApplyError = Schema.Struct({
  kind: Schema.Literals(["datapoint", "action", "service", "publisher", "camera", "low_bandwidth", "recorder"]),
  slug: Schema.String,
  code: Text(1, 40),
  message: Schema.String.check(Schema.isMinCodePoints(1, { rule: Rule.tooShort })),
  details: Schema.optionalKey(Schema.Record(Schema.String, AnyJson))
}).annotate({ identifier: "apply-error" })
export type ApplyError = typeof ApplyError.Type

export const HelloFailure = Schema.Struct({ code: Schema.String, message: Schema.String, at: Timestamp })

export const RobotDetailResponse = Schema.Struct({
  ...RobotListItem.fields,
  bridge_version: Schema.NullOr(Schema.String),
  last_hello_error: Schema.NullOr(HelloFailure),
  config: Schema.Struct({
    ...ConfigStanding.fields,
    published_at: Schema.NullOr(Timestamp),
    applied_errors: Schema.NullOr(Schema.Array(ApplyError))
  })
}).annotate({ identifier: "robot-detail-response" })
export type RobotDetailResponse = typeof RobotDetailResponse.Type

const detailKey = /^[a-z][a-z0-9_-]{0,63}$/
const DetailValue = Schema.Union([
  Text(0, 4096),
  Schema.Finite,
  Schema.Boolean,
  Schema.Array(AnyJson),
  Schema.Record(Schema.String, AnyJson)
])

/** The free facts a developer keeps with a robot: up to 200 keys, up to 64 KiB as JSON. */
export const RobotDetails = Schema.Record(Schema.String, DetailValue)
  .check(
    Schema.makeFilter(
      (details) => {
        const odd = Object.keys(details).find((key) => !detailKey.test(key))
        return odd === undefined || { path: [odd], issue: "not a key of robot details" }
      },
      { rule: Rule.format }
    ),
    Schema.isMaxProperties(200, { rule: Rule.tooLong }),
    Schema.makeFilter((details) => new TextEncoder().encode(JSON.stringify(details)).length <= 65_536, {
      rule: Rule.tooLarge
    })
  )
  .annotate({ identifier: "robot-details" })
export type RobotDetails = typeof RobotDetails.Type

export const PutRobotDetailsRequest = closed({ details: RobotDetails }).annotate({
  identifier: "put-robot-details-request"
})
export const RobotDetailsResponse = Schema.Struct({ details: RobotDetails }).annotate({
  identifier: "robot-details-response"
})

/** `force` deletes a robot in spite of an open live session; no other value is taken. */
export const DeleteRobotQuery = closed({
  force: Schema.optionalKey(Schema.Literal("true").annotate({ rule: Rule.invalidValue }))
})

/** What is deleted with a robot, in this order. */
export const deletionSteps = [
  "live_sessions",
  "bridge",
  "jobs",
  "history",
  "assets",
  "configuration",
  "grants",
  "robot"
] as const
export type DeletionStep = (typeof deletionSteps)[number]

/** What deleting a robot would take with it. */
export const RobotDeletionSummary = Schema.Struct({
  slug_count: Count,
  sample_rows: Count,
  bytes_freed: Count,
  cameras: Schema.Array(Schema.String),
  asset_count: Count,
  asset_bytes_freed: Count,
  job_run_count: Count,
  had_live_session: Schema.Boolean,
  had_unpublished_draft: Schema.Boolean
}).annotate({ identifier: "robot-deletion-summary" })
export type RobotDeletionSummary = typeof RobotDeletionSummary.Type

/** A robot as an app sees it. */
export const ClientRobotListItem = Schema.Struct({
  ...Robot.fields,
  bridge_state: BridgeState,
  published_version: Schema.NullOr(Count)
}).annotate({ identifier: "client-robot-list-item" })
export const ClientRobotListResponse = Schema.Struct({ robots: Schema.Array(ClientRobotListItem) }).annotate({
  identifier: "client-robot-list-response"
})
