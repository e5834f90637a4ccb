import { BridgeTimeout, Busy, InternalError, NotFound, PublisherBusy, RobotOffline } from "@fleet/domain/Errors"
import { AppId, JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import { CancelledGoal, Job, JobActor, JobError, JobKind, PatienceMs, Progress } from "@fleet/domain/Jobs"
import { AnyJson, AnyMap, Count } from "@fleet/domain/Wire"
import { Context, Effect, Layer, Schema } from "effect"
import { Rpc, type RpcClient, RpcGroup } from "effect/rpc"
import { connect } from "../../platform/bus/NodeRpc.ts"

/** What a command names at the robot; a publish that changes it ends the command's jobs. */
export const Target = Schema.Struct({ kind: JobKind, ros_name: Schema.String, type: Schema.String })
export type Target = typeof Target.Type

/** A job with what is known only while it is live. */
export const LiveJob = Schema.Struct({
  job: Job,
  feedback: Schema.NullOr(AnyJson),
  progress: Schema.NullOr(Progress),
  timestampMs: Schema.Finite
})
export type LiveJob = typeof LiveJob.Type

/** What a cancel came to: the goals it reached, or the bridge's own refusal, and the job it was sent to. */
export const Cancelled = Schema.Struct({
  goals: Schema.Array(CancelledGoal),
  error: Schema.NullOr(JobError),
  job: Schema.NullOr(Job)
})
export type Cancelled = typeof Cancelled.Type

/** A job that only the holder of the robot's bridge knows. `actor` is null for one that was begun at the robot. */
const UnstoredJob = Schema.Struct({
  id: JobId,
  slug: Schema.String,
  kind: JobKind,
  actor: Schema.NullOr(JobActor)
})

/** What the caller may do has changed since it was decided that it may do this: to be decided again. */
export class AccessChanged extends Schema.Error<AccessChanged>("access_changed")({
  _tag: Schema.tag("access_changed")
}) {}

/** What a command was decided on: whose grants, and at which access version. `appId` is null for a developer. */
const Decided = Schema.Struct({ appId: Schema.NullOr(AppId), version: Schema.Finite })
export type Decided = typeof Decided.Type

/** `clientId`: the client that acts for the person, where one does; for the audit trail. */
const robot = {
  robotId: RobotId,
  orgId: OrgId,
  robotName: Schema.String,
  slug: Schema.String,
  actor: JobActor,
  clientId: Schema.optionalKey(Schema.String)
}

/**
 * What the process that holds a robot's bridge does for the others. Callers have decided grants, slugs and parameters;
 * this decides what only the holder knows: whether the robot is connected, and whether the slug is free. Nothing starts
 * on grants that have changed since.
 */
export class RobotNode extends RpcGroup.make(
  Rpc.make("start", {
    payload: {
      ...robot,
      decided: Decided,
      jobId: JobId,
      target: Target,
      params: AnyMap,
      patienceMs: PatienceMs
    },
    success: Job,
    error: Schema.Union([RobotOffline, Busy, AccessChanged])
  }),
  Rpc.make("cancel", {
    payload: {
      ...robot,
      jobId: Schema.NullOr(JobId),
      /** Who began the job, where a stop cancels it; for the audit trail. Null for one that was adopted, or begun at the robot. */
      startedBy: Schema.optionalKey(Schema.NullOr(JobActor))
    },
    success: Cancelled,
    error: Schema.Union([RobotOffline, BridgeTimeout, NotFound, InternalError])
  }),
  Rpc.make("publish", {
    payload: { ...robot, decided: Decided, message: AnyMap, quietTimeoutMs: Count, failsafeTimeoutMs: Count },
    error: Schema.Union([RobotOffline, PublisherBusy, AccessChanged])
  }),
  /** For how many milliseconds another caller holds the publisher; 0 where it is free. */
  Rpc.make("heldFor", {
    payload: { robotId: RobotId, slug: Schema.String, actor: JobActor },
    success: Schema.Finite
  }),
  /**
   * Ends holds of publishers and has the robot send their failsafe messages. Of those named, or of all where `slugs` is
   * null; the actor's own, or with `everybody` those of all holders. Answers their slugs.
   */
  Rpc.make("failsafe", {
    payload: {
      robotId: RobotId,
      orgId: OrgId,
      actor: JobActor,
      clientId: Schema.optionalKey(Schema.String),
      slugs: Schema.NullOr(Schema.Array(Schema.String)),
      everybody: Schema.Boolean
    },
    success: Schema.Array(Schema.String),
    error: RobotOffline
  }),
  /**
   * Jobs that the table does not have: the actor's that are neither stored nor sent to the robot yet. Without an actor those
   * of everybody, and those that were begun at the robot.
   */
  Rpc.make("unstored", {
    payload: { robotId: RobotId, actor: Schema.NullOr(JobActor) },
    success: Schema.Array(UnstoredJob)
  }),
  Rpc.make("current", {
    payload: { robotId: RobotId },
    success: Schema.Array(LiveJob)
  })
) {}

/** Asks the holder of a robot's bridge, wherever it is. */
export class RobotNodes extends Context.Service<RobotNodes, RpcClient.FromGroup<typeof RobotNode>>()(
  "@fleet/server/RobotNodes"
) {
  static readonly layer = Layer.effect(RobotNodes, Effect.map(connect(RobotNode), RobotNodes.of))
}
