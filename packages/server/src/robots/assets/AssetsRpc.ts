import { AssetSyncId } from "@fleet/domain/Assets"
import { RobotOffline } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { Rpc, type RpcClient, RpcGroup } from "effect/rpc"
import { connect } from "../../platform/bus/NodeRpc.ts"

/** What a robot could upload, by its bridge's last message. */
export const AvailableAssets = Schema.Struct({ urdf: Schema.Boolean, meshes: Schema.Array(Schema.String) })
export type AvailableAssets = typeof AvailableAssets.Type

const error = RobotOffline

/** What the process that holds a robot's bridge knows of the robot's files, and what it asks the bridge for. */
export class AssetQuestion extends RpcGroup.make(
  Rpc.make("available", { payload: { robotId: RobotId }, success: AvailableAssets, error }),
  Rpc.make("request", {
    payload: {
      robotId: RobotId,
      syncId: AssetSyncId,
      uploadUrl: Schema.String,
      token: Schema.String,
      meshes: Schema.Array(Schema.String)
    },
    error
  })
) {}

/** Asks the holder of a robot's bridge, wherever it is. */
export class AssetNode extends Context.Service<AssetNode, RpcClient.FromGroup<typeof AssetQuestion>>()(
  "@fleet/server/AssetNode"
) {
  static readonly layer = Layer.effect(AssetNode, Effect.map(connect(AssetQuestion), AssetNode.of))
}
