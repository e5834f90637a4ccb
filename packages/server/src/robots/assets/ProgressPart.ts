import type { AssetProgress, BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { RobotPart } from "../home/RobotPart.ts"

export type Progress = typeof AssetProgress.Type

/** Syncs whose reports wait while one is being written. */
const mostWaiting = 16

/** What one robot's bridge reports of uploads, written one after the other. Of one sync the newest replaces the others. */
export class ProgressPart implements RobotPart {
  private readonly waiting = new Map<string, Progress>()
  private isWriting = false
  /** Writes a report, and calls back when that is done or failed. */
  private readonly write: (progress: Progress, done: () => void) => void

  constructor(write: (progress: Progress, done: () => void) => void) {
    this.write = write
  }

  get isVacant(): boolean {
    return !this.isWriting
  }

  message(message: BridgeMessage): boolean {
    if (message.type !== "asset_progress") return false
    if (!this.waiting.has(message.sync_id) && this.waiting.size >= mostWaiting) return false
    this.waiting.set(message.sync_id, message)
    if (!this.isWriting) this.next()
    return true
  }

  forget(): void {
    this.waiting.clear()
  }

  private next(): void {
    const [first] = this.waiting.values()
    this.isWriting = first !== undefined
    if (first === undefined) return
    this.waiting.delete(first.sync_id)
    this.write(first, () => this.next())
  }
}
