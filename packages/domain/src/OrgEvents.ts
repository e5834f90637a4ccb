import { Schema } from "effect"
import { RobotId } from "./Ids.ts"
import { AnyJson, Count, EpochMs, Text, Timestamp } from "./Wire.ts"

export const OrgEventKind = Schema.Literals(["datapoint", "health", "job", "bridge", "audit", "alert", "recording"])

/** Something that happened in an org, for consoles that are open now. `seq` counts per org and process. */
export const OrgEvent = Schema.Struct({
  type: Schema.tag("org_event"),
  seq: Count,
  at: Timestamp,
  kind: OrgEventKind,
  severity: Schema.Literals(["info", "warning", "error"]),
  robot_id: Schema.NullOr(RobotId),
  subject: Text(1, 200),
  detail: Schema.NullOr(AnyJson)
}).annotate({ identifier: "org-event" })
export type OrgEvent = typeof OrgEvent.Type

/** Where a reader of an org's events is: how many it was given, and how many it was told of that were left out. */
export const OrgEventPosition = Schema.Struct({
  stream: Text(1, 64).annotate({
    description: "Whose numbers they are. A process that begins to keep an org's events begins another stream."
  }),
  seq: Count.annotate({ description: "The number of the newest event." }),
  dropped: Count.annotate({ description: "How many events of the stream were left out, as far as that was told." })
}).annotate({ identifier: "org-event-position" })
export type OrgEventPosition = typeof OrgEventPosition.Type

/** Events that were left out. */
export const OrgEventGap = Schema.Struct({
  after_seq: Count.annotate({ description: "The number of the event before them." }),
  since_ms: Schema.NullOr(EpochMs).annotate({ description: "Since when; null where that is not kept." }),
  dropped: Count.annotate({ description: "How many." })
}).annotate({ identifier: "org-event-gap" })
export type OrgEventGap = typeof OrgEventGap.Type
