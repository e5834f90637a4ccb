import { LiveSessionReason } from "@fleet/domain/Cameras"
import { RobotId } from "@fleet/domain/Ids"
import { OrgEvent } from "@fleet/domain/OrgEvents"
import { ResourceHealth, ResourceHealthCleared } from "@fleet/domain/realtime/ServerMessages"
import { Schema, Struct } from "effect"

/** What happened in an org, for its open consoles, before a process numbers it. */
export const OrgActivityEvent = OrgEvent.mapFields(Struct.omit(["type", "seq"]))
export type OrgActivityEvent = typeof OrgActivityEvent.Type

const Activity = Schema.Struct({ type: Schema.tag("activity"), event: OrgActivityEvent })

/** For developers' sockets: the health of resources changed. */
const HealthChanged = Schema.Struct({
  type: Schema.tag("health"),
  messages: Schema.Array(Schema.Union([ResourceHealth, ResourceHealthCleared]))
})

/** For the sockets of a caller: a live session of theirs ended. */
const LiveSessionEnded = Schema.Struct({
  type: Schema.tag("live_session_ended"),
  callerKind: Schema.Literals(["developer", "app_user", "server_key"]),
  callerId: Schema.String,
  robotId: RobotId,
  slug: Schema.String,
  sessionId: Schema.String,
  reason: LiveSessionReason,
  detail: Schema.NullOr(Schema.String),
  endedAtMs: Schema.Finite
})

/** A message to sockets of one org, for the processes that have some. */
export const OrgMessage = Schema.Union([Activity, HealthChanged, LiveSessionEnded])
export type OrgMessage = typeof OrgMessage.Type
export type OrgMessageOf<Type extends OrgMessage["type"]> = Extract<OrgMessage, { readonly type: Type }>
