import { AppId, OrgId, RobotId, SessionId } from "@fleet/domain/Ids"
import { RecordingId } from "@fleet/domain/Recordings"
import { BridgeState } from "@fleet/domain/Robots"
import { Count } from "@fleet/domain/Wire"
import { Schema } from "effect"

/** Ids that one `callers_ended` carries at most: some 40 kB, and a broker takes 1 MB. */
export const idsPerFact = 1000

/** One sign-in ended: logout, reuse of a spent token. */
const SessionEnded = Schema.Struct({ type: Schema.tag("session_ended"), sessionId: SessionId })

/** Developers or app users were blocked or removed, or server keys rotated or deleted. */
const CallersEnded = Schema.Struct({
  type: Schema.tag("callers_ended"),
  kind: Schema.Literals(["developer", "app_user", "server_key"]),
  ids: Schema.Array(Schema.String).check(Schema.isMaxLength(idsPerFact))
})

/** Robots, roles, grants or role assignments of an app changed. */
const AppAccessChanged = Schema.Struct({ type: Schema.tag("app_access_changed"), appId: AppId })

/** An app's MCP endpoint was switched on or off. */
const McpSwitched = Schema.Struct({ type: Schema.tag("mcp_switched"), appId: AppId })

const RobotDeleted = Schema.Struct({ type: Schema.tag("robot_deleted"), robotId: RobotId, orgId: OrgId })
const TokenRotated = Schema.Struct({ type: Schema.tag("token_rotated"), robotId: RobotId })
const RobotRenamed = Schema.Struct({ type: Schema.tag("robot_renamed"), robotId: RobotId, name: Schema.String })

/** In the draft and in what is stored; the bridge uses the old slug until the next publish. */
const SlugRenamed = Schema.Struct({
  type: Schema.tag("slug_renamed"),
  robotId: RobotId,
  from: Schema.String,
  to: Schema.String,
  /** The version that the bridge uses until then. */
  version: Count,
  /** What its slugs, and those of some versions before it, are called now: names by slug by version. */
  names: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String))
})

export type SlugRenamed = typeof SlugRenamed.Type

const ConfigPublished = Schema.Struct({ type: Schema.tag("config_published"), robotId: RobotId, version: Count })

/** A process asks for the states of the bridges that others hold; each tells those of its own again. */
const BridgeStatesAsked = Schema.Struct({ type: Schema.tag("bridge_states_asked") })

/** A process asks the others for their viewers of robots that are watched there; each tells those of its own again. */
const ViewersAsked = Schema.Struct({
  type: Schema.tag("viewers_asked"),
  node: Schema.String,
  robotIds: Schema.Array(RobotId)
})

/** Webhooks of an org were made, changed or deleted. */
const WebhooksChanged = Schema.Struct({ type: Schema.tag("webhooks_changed"), orgId: OrgId })

/** The state of a robot's bridge, for the lists of every process. */
const BridgeStateFact = Schema.Struct({
  type: Schema.tag("bridge_state"),
  robotId: RobotId,
  state: BridgeState,
  timestampMs: Schema.Finite
})

/** Recordings of a robot were asked for: its bridge has to hear of them. */
const RecordingsRequested = Schema.Struct({
  type: Schema.tag("recordings_requested"),
  robotId: RobotId,
  recordingIds: Schema.Array(RecordingId)
})

/** A recording that has not ended is no longer wanted. */
const RecordingCancelled = Schema.Struct({
  type: Schema.tag("recording_cancelled"),
  robotId: RobotId,
  recordingId: RecordingId
})

/** Access has ended: the request that ended it is answered when every process has acted on it. */
export const Revocation = Schema.Union([
  SessionEnded,
  CallersEnded,
  AppAccessChanged,
  McpSwitched,
  RobotDeleted,
  TokenRotated
])
export type Revocation = typeof Revocation.Type

/** Delivered without waiting: the change has a version or a row of its own, which decides. */
export const Notice = Schema.Union([
  RobotRenamed,
  SlugRenamed,
  ConfigPublished,
  BridgeStateFact,
  BridgeStatesAsked,
  ViewersAsked,
  WebhooksChanged,
  RecordingsRequested,
  RecordingCancelled
])
export type Notice = typeof Notice.Type

/** Published to every process: a change of who may do what, or of a robot. */
export const Fact = Schema.Union([Revocation, Notice])
export type Fact = typeof Fact.Type

/** The facts for any number of callers. */
export const callersEnded = (
  kind: (typeof CallersEnded.Type)["kind"],
  ids: ReadonlyArray<string>
): ReadonlyArray<Fact> =>
  Array.from({ length: Math.ceil(ids.length / idsPerFact) }, (_, index) => ({
    type: "callers_ended",
    kind,
    ids: ids.slice(index * idsPerFact, (index + 1) * idsPerFact)
  }))
