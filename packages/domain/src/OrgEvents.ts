import { Schema } from "effect"
import { RobotId } from "./Ids.ts"
import { AnyJson, Count, Text, Timestamp } from "./Wire.ts"

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
