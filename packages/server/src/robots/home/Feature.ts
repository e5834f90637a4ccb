import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { BridgeGateway } from "./BridgeGateway.ts"
import { BridgeHandshake } from "./BridgeHandshake.ts"
import { BridgeHost } from "./BridgeHost.ts"
import { BridgeIntake } from "./BridgeIntake.ts"

/** Sockets of bridges. */
export const robotHome = feature({
  services: BridgeHost.layer.pipe(Layer.provide(Layer.mergeAll(BridgeIntake.layer, BridgeHandshake.layer))),
  sockets: BridgeGateway
})
