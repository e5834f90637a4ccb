import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { AvailableAssets } from "./AssetsRpc.ts"
import type { RobotPart } from "../home/RobotPart.ts"

/** What one robot could upload, by the last message of its connected bridge. */
export class AvailablePart implements RobotPart {
  readonly isVacant = true
  /** Nothing before the bridge's message. */
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
