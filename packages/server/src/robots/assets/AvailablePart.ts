import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { AvailableAssets } from "./AssetsRpc.ts"
import type { RobotPart } from "../home/RobotPart.ts"

/** What one robot could upload, as the bridge that is connected said last. */
export class AvailablePart implements RobotPart {
  readonly isVacant = true
  /** Nothing until the bridge has said. */
  available: AvailableAssets = nothing

  attach(): void {
    this.available = nothing
  }

  message(message: BridgeMessage): boolean {
    if (message.type !== "assets_available") return false
    this.available = { urdf: message.urdf, meshes: message.meshes }
    return true
  }
}

const nothing: AvailableAssets = { urdf: false, meshes: [] }
