import type { AssetsAvailable, BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { HealthReports } from "../health/HealthReports.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import type { AvailableAssets } from "./AssetsRpc.ts"

const reasonOf = ({ bytes, files, limit }: Exclude<AssetsAvailable["omitted"], undefined>): string =>
  `The URDF names more files than a frame can list: ${files} are left out. The list has ${bytes} bytes, and a frame takes ${limit}.`

/** What one robot could upload, by the last message of its connected bridge. */
export class AvailablePart implements RobotPart {
  readonly isVacant = true
  /** Nothing before the bridge's message. */
  available: AvailableAssets = nothing
  private readonly home: RobotHome
  private readonly reports: Pick<HealthReports["Service"], "flushOf" | "observe">

  constructor(home: RobotHome, reports: Pick<HealthReports["Service"], "flushOf" | "observe">) {
    this.home = home
    this.reports = reports
  }

  attach(): void {
    this.available = nothing
  }

  message(message: BridgeMessage, nowMs: number): boolean {
    if (message.type !== "assets_available") return false
    const { meshes, omitted, urdf } = message
    this.available = { urdf, meshes }
    const { orgId, robotId } = this.home
    const state = omitted === undefined ? ({ state: "ok", reason: null } as const) : lacking(reasonOf(omitted))
    this.reports.observe({
      orgId,
      robotId,
      kind: "robot",
      ref: "assets",
      facet: "source",
      ...state,
      observedAtMs: nowMs
    })
    return true
  }

  flush() {
    return this.reports.flushOf(this.home.robotId)
  }
}

const lacking = (reason: string) => ({ state: "failed", reason }) as const
const nothing: AvailableAssets = { urdf: false, meshes: [] }
