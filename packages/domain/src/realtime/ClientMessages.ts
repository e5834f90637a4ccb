import { Schema } from "effect"
import { JobId, RobotId } from "../Ids.ts"
import { GivenParameters, PatienceMs, RequestId } from "../Jobs.ts"
import { OrgEventPosition } from "../OrgEvents.ts"
import { ExposureKind, Slug } from "../Slug.ts"
import { Plain } from "../Wire.ts"

/** Proves who is speaking: the first frame within 10 s, and again at any time to renew the same identity. */
export const Auth = Schema.Struct({ type: Schema.tag("auth"), token: Plain })

/** Asks for a datapoint's values or a command's job, the current one at once. */
export const Subscribe = Schema.Struct({
  type: Schema.tag("subscribe"),
  robot_id: RobotId,
  slug: Slug,
  kind: Schema.optionalKey(ExposureKind)
})
export const Unsubscribe = Schema.Struct({ type: Schema.tag("unsubscribe"), robot_id: RobotId, slug: Slug })

/** Asks who else looks at a robot. */
export const PresenceSubscribe = Schema.Struct({ type: Schema.tag("presence_subscribe"), robot_id: RobotId })
export const PresenceUnsubscribe = Schema.Struct({ type: Schema.tag("presence_unsubscribe"), robot_id: RobotId })

/** Starts an action or calls a service, as POST /api/robots/{id}/jobs/{slug}. */
export const Invoke = Schema.Struct({
  type: Schema.tag("invoke"),
  request_id: RequestId,
  robot_id: RobotId,
  slug: Slug,
  params: Schema.optionalKey(GivenParameters),
  patience_ms: Schema.optionalKey(PatienceMs)
})

/** Cancels a job, or with null whatever runs on the slug. */
export const Cancel = Schema.Struct({
  type: Schema.tag("cancel"),
  request_id: RequestId,
  robot_id: RobotId,
  slug: Slug,
  job_id: Schema.NullOr(JobId)
})

/** Sends one message through a publisher. */
export const Publish = Schema.Struct({
  type: Schema.tag("publish"),
  request_id: RequestId,
  robot_id: RobotId,
  slug: Slug,
  message: Schema.optionalKey(GivenParameters)
})

/** Ends the caller's hold of a publisher and has its failsafe sent, as POST /api/robots/{id}/publishers/{slug}/release. */
export const Release = Schema.Struct({
  type: Schema.tag("release"),
  request_id: RequestId,
  robot_id: RobotId,
  slug: Slug
})

/** Cancels the caller's jobs on a robot and has the failsafe of held publishers sent, as POST /api/robots/{id}/stop. */
export const Stop = Schema.Struct({
  type: Schema.tag("stop"),
  request_id: RequestId,
  robot_id: RobotId,
  all: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Whether to stop what others do as well, as far as the caller is granted its slugs. Default false."
    })
  )
})

/** Asks for the service's clock, or whether the link lives. */
export const Time = Schema.Struct({ type: Schema.tag("time"), request_id: RequestId })

/** Follows the org's activity; developers only. */
export const OrgEventSubscribe = Schema.Struct({
  type: Schema.tag("org_event_subscribe"),
  after: Schema.optionalKey(
    Schema.NullOr(OrgEventPosition).annotate({
      description:
        "Where the reader stopped, so that it is sent what came after and told what did not; null for who begins. With it frames have `position`."
    })
  )
})
export const OrgEventUnsubscribe = Schema.Struct({ type: Schema.tag("org_event_unsubscribe") })

/** What a client sends on /realtime. */
export const ClientMessage = Schema.Union([
  Auth,
  Subscribe,
  Unsubscribe,
  PresenceSubscribe,
  PresenceUnsubscribe,
  Invoke,
  Cancel,
  Publish,
  Release,
  Stop,
  Time,
  OrgEventSubscribe,
  OrgEventUnsubscribe
])
  .annotate({ identifier: "realtime-client-message" })
  .pipe(Schema.toTaggedUnion("type"))
export type ClientMessage = typeof ClientMessage.Type
