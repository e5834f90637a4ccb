import type { BridgeMessage, RecordingState } from "@fleet/bridge-protocol/BridgeMessages"
import { ReportQueue } from "../home/ReportQueue.ts"
import type { RobotPart } from "../home/RobotPart.ts"

/** What of the process the recordings of one robot use. */
export interface RecordingsContext {
  /** Asks the bridge for all that has not ended. */
  readonly ask: () => void
  /** Writes a report, and calls back when that is done or failed. */
  readonly write: (report: RecordingState, done: () => void) => void
}

/** What one robot's bridge says of recordings, the newest of each. */
export class RecordingsPart implements RobotPart {
  private readonly reports: ReportQueue<RecordingState>
  private readonly context: RecordingsContext

  constructor(context: RecordingsContext) {
    this.context = context
    this.reports = new ReportQueue(context.write)
  }

  get isVacant(): boolean {
    return this.reports.isIdle
  }

  attach(): void {
    this.context.ask()
  }

  message(message: BridgeMessage): boolean {
    return message.type === "recording_state" && this.reports.add(message.recording_id, message)
  }

  forget(): void {
    this.reports.clear()
  }
}
