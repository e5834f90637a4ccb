import type { AssetProgress, BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { ReportQueue } from "../home/ReportQueue.ts"
import type { RobotPart } from "../home/RobotPart.ts"

export type Progress = typeof AssetProgress.Type

/** What one robot's bridge reports of uploads, the newest of each sync. */
export class ProgressPart implements RobotPart {
  private readonly reports: ReportQueue<Progress>

  constructor(write: (progress: Progress, done: () => void) => void) {
    this.reports = new ReportQueue(write)
  }

  get isVacant(): boolean {
    return this.reports.isIdle
  }

  message(message: BridgeMessage): boolean {
    return message.type === "asset_progress" && this.reports.add(message.sync_id, message)
  }

  forget(): void {
    this.reports.clear()
  }
}
