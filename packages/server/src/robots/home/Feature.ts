import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { BridgeGateway } from "./BridgeGateway.ts"
import { BridgeHandshake } from "./BridgeHandshake.ts"
import { BridgeHost } from "./BridgeHost.ts"
import { BridgeIntake } from "./BridgeIntake.ts"
import { ConfigPush } from "./ConfigPush.ts"
import { HomeProofs } from "./HomeProofs.ts"
import { RobotHomes } from "./RobotHomes.ts"

/** Homes of the robots whose bridges this process holds. Features with a part in them come after it. */
export const robotHomes = feature({ services: RobotHomes.layer })

/** Sockets of bridges. They come after every feature that has a part in a robot's home. */
export const bridgeSockets = feature({
  services: Layer.merge(BridgeHost.layer, HomeProofs).pipe(
    Layer.provide(Layer.mergeAll(BridgeHandshake.layer, BridgeIntake.layer, ConfigPush.layer))
  ),
  sockets: BridgeGateway
})
