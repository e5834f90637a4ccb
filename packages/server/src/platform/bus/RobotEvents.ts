import { AppId, RobotId } from "@fleet/domain/Ids"
import { Job, Progress } from "@fleet/domain/Jobs"
import { Viewer } from "@fleet/domain/realtime/ServerMessages"
import { BridgeState } from "@fleet/domain/Robots"
import { AnyJson, AnyMap } from "@fleet/domain/Wire"
import { Schema } from "effect"

/** One sample on its way. `json` is the value's JSON text: it is encoded once, at ingest. */
export const Sample = Schema.Struct({
  type: Schema.tag("sample"),
  robotId: RobotId,
  slug: Schema.String,
  json: Schema.String,
  timestampMs: Schema.Finite
})
export interface Sample extends Schema.Schema.Type<typeof Sample> {}

/** A job began, moved or reported progress. */
export const JobChanged = Schema.Struct({
  type: Schema.tag("job"),
  robotId: RobotId,
  job: Job,
  feedback: AnyJson,
  progress: Schema.NullOr(Progress),
  timestampMs: Schema.Finite
})
export interface JobChanged extends Schema.Schema.Type<typeof JobChanged> {}

/** The bridge connected or disconnected, or its link changed. */
export const BridgeStateChanged = Schema.Struct({
  type: Schema.tag("bridge_state"),
  robotId: RobotId,
  state: BridgeState,
  timestampMs: Schema.Finite
})
export interface BridgeStateChanged extends Schema.Schema.Type<typeof BridgeStateChanged> {}

/** A developer replaced the robot's details. */
export const DetailsChanged = Schema.Struct({
  type: Schema.tag("robot_details"),
  robotId: RobotId,
  details: AnyMap,
  timestampMs: Schema.Finite
})
export interface DetailsChanged extends Schema.Schema.Type<typeof DetailsChanged> {}

/** The viewers of the robot on one process. */
export const ViewersChanged = Schema.Struct({
  type: Schema.tag("viewers"),
  robotId: RobotId,
  node: Schema.String,
  viewers: Schema.Array(Schema.Struct({ viewer: Viewer, appId: Schema.NullOr(AppId), named: Schema.Boolean }))
})
export interface ViewersChanged extends Schema.Schema.Type<typeof ViewersChanged> {}

/** The events of one robot, for its followers. */
export const RobotEvent = Schema.Union([Sample, JobChanged, BridgeStateChanged, DetailsChanged, ViewersChanged])
export type RobotEvent = typeof RobotEvent.Type
