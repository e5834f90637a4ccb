import { BridgeTimeout, RobotFailure, RobotOffline } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { FetchTypesResponse } from "@fleet/domain/Introspection"
import { RosGraph } from "@fleet/domain/RobotConfig/RosGraph"
import { Context, Effect, Layer, Schema } from "effect"
import { Rpc, type RpcClient, RpcGroup } from "effect/rpc"
import { connect } from "../../platform/bus/NodeRpc.ts"

const error = Schema.Union([RobotOffline, BridgeTimeout])

/** What the process that holds a robot's bridge asks it for the others. */
export class RobotQuestion extends RpcGroup.make(
  Rpc.make("graph", {
    payload: { robotId: RobotId },
    success: RosGraph,
    error: Schema.Union([RobotOffline, BridgeTimeout, RobotFailure])
  }),
  Rpc.make("types", {
    payload: { robotId: RobotId, names: Schema.Array(Schema.String) },
    success: FetchTypesResponse,
    error
  })
) {}

/** Asks the holder of a robot's bridge, wherever it is. */
export class RobotQuestions extends Context.Service<RobotQuestions, RpcClient.FromGroup<typeof RobotQuestion>>()(
  "@fleet/server/RobotQuestions"
) {
  static readonly layer = Layer.effect(RobotQuestions, Effect.map(connect(RobotQuestion), RobotQuestions.of))
}
