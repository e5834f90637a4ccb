import { LiveSessionResponse } from "@fleet/domain/Cameras"
import { Caller } from "@fleet/domain/Caller"
import { CameraOffline, LiveUnavailable, NotFound, PlanLimit, QuotaExceeded, RobotOffline } from "@fleet/domain/Errors"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { Rpc, type RpcClient, RpcGroup } from "effect/rpc"
import { connect } from "../../../platform/bus/NodeRpc.ts"

const camera = { robotId: RobotId, slug: Schema.String, caller: Caller }

/** Live video at the process that holds the robot's bridge: who watches is decided and counted there. */
export class LiveQuestion extends RpcGroup.make(
  /** Waits for the camera, at most 10 s. */
  Rpc.make("start", {
    payload: { ...camera, orgId: OrgId, robotName: Schema.String },
    success: LiveSessionResponse,
    error: Schema.Union([RobotOffline, CameraOffline, PlanLimit, QuotaExceeded, LiveUnavailable])
  }),
  /** One session, or all of the caller's on this camera where `id` is null. */
  Rpc.make("release", { payload: { ...camera, id: Schema.NullOr(Schema.String) }, error: NotFound }),
  Rpc.make("isWatched", { payload: { robotId: RobotId }, success: Schema.Boolean }),
  /** Ends every session of the robot. */
  Rpc.make("endRobot", { payload: { robotId: RobotId } })
) {}

/** Asks the holder of a robot's bridge, wherever it is. */
export class LiveNode extends Context.Service<LiveNode, RpcClient.FromGroup<typeof LiveQuestion>>()(
  "@fleet/server/LiveNode"
) {
  static readonly layer = Layer.effect(LiveNode, Effect.map(connect(LiveQuestion), LiveNode.of))
}
