import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { HealthReports } from "../health/HealthReports.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import { healthOfCamera } from "./healthOfCamera.ts"

/** Reports the health of a robot's cameras. It keeps nothing, and leaves answers to commands to those who asked. */
export class CameraHealthPart implements RobotPart {
  readonly isVacant = true
  private readonly home: RobotHome
  private readonly reports: Pick<HealthReports["Service"], "observe">

  constructor(home: RobotHome, reports: Pick<HealthReports["Service"], "observe">) {
    this.home = home
    this.reports = reports
  }

  message(message: BridgeMessage, nowMs: number): boolean {
    if (message.type !== "camera_state") return false
    const { orgId, published, robotId } = this.home
    if (published.exposures.get(message.slug)?.kind !== "camera") return false
    const health = healthOfCamera(message)
    if (health !== null) this.reports.observe({ orgId, robotId, ...health, observedAtMs: nowMs })
    return message.cause !== "command"
  }
}
