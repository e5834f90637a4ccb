import { Schema } from "effect"
import { LiveSessionReason } from "../Cameras.ts"
import { ClientIdentity } from "../ClientIdentity.ts"
import { Job, Progress, RequestId, StopResponse } from "../Jobs.ts"
import { OrgEvent, OrgEventGap, OrgEventPosition } from "../OrgEvents.ts"
import * as Health from "../ResourceHealth.ts"
import { ExposureKind } from "../Slug.ts"
import { AnyJson, Count, EpochMs, Text, Timestamp } from "../Wire.ts"

const text = Schema.String
const nullable = Schema.NullOr

export const AuthOk = Schema.Struct({
  type: Schema.tag("auth_ok"),
  identity: ClientIdentity,
  session_id: text,
  expires_at: nullable(Timestamp),
  server_ms: EpochMs.annotate({ description: "The service's clock when this was sent." })
})

/**
 * Followed by close 1008; token_expired of a live socket not at once: nothing of its subscriptions leaves then, and after
 * 60 s without an accepted auth it is closed.
 */
export const AuthError = Schema.Struct({
  type: Schema.tag("auth_error"),
  code: Schema.Literals([
    "invalid_token",
    "token_expired",
    "token_revoked",
    "org_locked",
    "quota_exceeded",
    "rate_limited",
    "forbidden"
  ]),
  message: text
})

/** The current value on subscribe, then each at the configured send rate. */
export const DatapointMessage = Schema.Struct({
  type: Schema.tag("datapoint"),
  robot_id: text,
  slug: text,
  value: AnyJson,
  timestamp_ms: EpochMs
})

/** The current job on subscribe, then each change. */
export const JobMessage = Schema.Struct({
  type: Schema.tag("job"),
  robot_id: text,
  slug: text,
  job: Job,
  feedback: nullable(AnyJson),
  progress: nullable(Progress),
  timestamp_ms: EpochMs
})

export const SubscribeErrorCode = Schema.Literals([
  "not_authenticated",
  "invalid_frame",
  "not_found",
  "forbidden",
  "unknown_datapoint",
  "unknown_slug",
  "wrong_kind",
  "not_subscribable",
  "limit_reached"
])
export type SubscribeErrorCode = typeof SubscribeErrorCode.Type

/** A subscription was refused, or a live one ended. */
export const SubscribeError = Schema.Struct({
  type: Schema.tag("subscribe_error"),
  robot_id: nullable(text),
  slug: nullable(text),
  code: SubscribeErrorCode,
  message: text
})

export const Viewer = Schema.Struct({
  kind: Schema.Literals(["developer", "app_user", "server_key"]),
  id: text,
  label: Text(1, 200)
})
export type Viewer = typeof Viewer.Type

/** Who looks at a robot: at once, then on change, at most once a second. */
export const PresenceMessage = Schema.Struct({
  type: Schema.tag("presence"),
  robot_id: text,
  viewers: Schema.Array(Viewer),
  at_ms: EpochMs
})

/** Answers `time`, also of a socket whose token has expired. */
export const TimeMessage = Schema.Struct({
  type: Schema.tag("time"),
  request_id: RequestId,
  server_ms: EpochMs.annotate({ description: "The service's clock when this was sent." })
})

/**
 * One per command: an action when accepted, a service at its end, a publish and a release when sent, a cancel and a stop
 * at their answers. `kind` is null only for a stop and where the slug did not resolve.
 */
export const CommandResult = Schema.Struct({
  type: Schema.tag("command_result"),
  request_id: RequestId,
  ok: Schema.Boolean,
  job: nullable(Job),
  kind: nullable(ExposureKind),
  code: nullable(text),
  message: nullable(text),
  details: Schema.optionalKey(AnyJson),
  result: Schema.optionalKey(StopResponse.annotate({ description: "What a stop did; of a stop only." }))
})
export type CommandResult = typeof CommandResult.Type

/** A live camera session ended; sent to its holder only. */
export const LiveSession = Schema.Struct({
  type: Schema.tag("live_session"),
  robot_id: text,
  slug: text,
  session_id: text,
  state: Schema.tag("ended"),
  reason: LiveSessionReason,
  detail: nullable(Text(1, 200)),
  ended_at_ms: EpochMs
})

/** How a resource fares, at each change; developers only, unasked. */
export const ResourceHealth = Schema.Struct({ type: Schema.tag("resource_health"), ...Health.ResourceHealth.fields })

/** The record is gone with its camera or robot; developers only, unasked. */
export const ResourceHealthCleared = Schema.Struct({
  type: Schema.tag("resource_health_cleared"),
  ...Health.Resource.fields,
  cleared_at_ms: EpochMs
})

export const OrgEventMessage = Schema.Struct({ ...OrgEvent.fields, type: Schema.tag("org_event") })

const position = Schema.optionalKey(
  OrgEventPosition.annotate({
    description: "Where the reader is after this frame; only for who sent `after` in org_event_subscribe."
  })
)

/** Answers org_event_subscribe once; `complete` is false when older events are gone. */
export const OrgEventReplay = Schema.Struct({
  type: Schema.tag("org_event_replay"),
  events: Schema.Array(OrgEvent),
  complete: Schema.Boolean.annotate({ description: "Whether all events are there; false where older ones are gone." }),
  resumed: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Whether it goes on from `after`; false where that was null, or is of another stream. With position."
    })
  ),
  gaps: Schema.optionalKey(
    Schema.Array(OrgEventGap).annotate({
      description: "What was left out among and after the events and was not told before. With position."
    })
  ),
  position
})
export const OrgEventDropped = Schema.Struct({
  type: Schema.tag("org_event_dropped"),
  since_ms: EpochMs,
  dropped: Count.annotate({ description: "How many events the socket missed." }),
  position
})

/** A frame could not be served; the socket stays open. */
export const ErrorMessage = Schema.Struct({
  type: Schema.tag("error"),
  code: Schema.Literals(["unknown_command", "invalid_frame", "not_authenticated", "forbidden"]),
  message: text
})

/** What the service sends on /realtime. */
export const ServerMessage = Schema.Union([
  AuthOk,
  AuthError,
  DatapointMessage,
  JobMessage,
  SubscribeError,
  PresenceMessage,
  TimeMessage,
  CommandResult,
  LiveSession,
  ResourceHealth,
  ResourceHealthCleared,
  OrgEventMessage,
  OrgEventReplay,
  OrgEventDropped,
  ErrorMessage
])
  .annotate({ identifier: "realtime-server-message" })
  .pipe(Schema.toTaggedUnion("type"))
export type ServerMessage = typeof ServerMessage.Type
