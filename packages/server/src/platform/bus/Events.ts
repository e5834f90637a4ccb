import type { AppId, OrgId, RobotId, SessionId } from "@fleet/domain/Ids"
import type { Job } from "@fleet/domain/Jobs"
import type { OrgEvent } from "@fleet/domain/OrgEvents"
import type { Viewer } from "@fleet/domain/realtime/ServerMessages"
import type { BridgeState } from "@fleet/domain/Robots"
import type { Caller } from "@fleet/domain/Caller"

/** One sample on its way. `json` is the value's JSON text: it is encoded once, at ingest. */
export interface Sample {
  readonly type: "sample"
  readonly robotId: RobotId
  readonly slug: string
  readonly json: string
  readonly timestampMs: number
}

/** A job began, moved or reported progress. */
export interface JobChanged {
  readonly type: "job"
  readonly robotId: RobotId
  readonly job: Job
  readonly feedback: unknown
  readonly progress: number | null
  readonly timestampMs: number
}

/** The bridge came, went, or its link changed. */
export interface BridgeStateChanged {
  readonly type: "bridge_state"
  readonly robotId: RobotId
  readonly state: BridgeState
  readonly timestampMs: number
}

/** A developer replaced the robot's details. */
export interface DetailsChanged {
  readonly type: "robot_details"
  readonly robotId: RobotId
  readonly details: Readonly<Record<string, unknown>>
  readonly timestampMs: number
}

/** Who of one process looks at the robot now. */
export interface ViewersChanged {
  readonly type: "viewers"
  readonly robotId: RobotId
  readonly node: string
  readonly viewers: ReadonlyArray<{ readonly viewer: Viewer; readonly appId: AppId | null; readonly named: boolean }>
}

/** What one robot's followers hear. */
export type RobotEvent = Sample | JobChanged | BridgeStateChanged | DetailsChanged | ViewersChanged

/** What every process hears: it changes who may do what, or what a robot is. */
export type ControlEvent =
  /** One sign-in ended: logout, reuse of a spent token. */
  | { readonly type: "session_ended"; readonly sessionId: SessionId }
  /** People were blocked or removed, or keys rotated or deleted: all at once, since an app may take a hundred thousand along. */
  | { readonly type: "callers_ended"; readonly kind: Caller["kind"]; readonly ids: ReadonlyArray<string> }
  /** Robots, roles, grants or role assignments of an app changed. */
  | { readonly type: "app_access_changed"; readonly appId: AppId }
  /** Every process keeps every robot's bridge state, for the lists. */
  | BridgeStateChanged
  | { readonly type: "config_published"; readonly robotId: RobotId; readonly version: number }
  | { readonly type: "robot_renamed"; readonly robotId: RobotId }
  | { readonly type: "robot_deleted"; readonly robotId: RobotId }
  | { readonly type: "token_rotated"; readonly robotId: RobotId }
  | { readonly type: "org_event"; readonly orgId: OrgId; readonly event: Omit<OrgEvent, "seq" | "type"> }
