import type { BridgeMessage, RecordingState } from "@fleet/bridge-protocol/BridgeMessages"
import type { RobotPart } from "../home/RobotPart.ts"

/** Recordings whose reports wait while one is being written. */
const mostWaiting = 16

/** What of the process the recordings of one robot use. */
export interface RecordingsContext {
  /** Asks the bridge for all that has not ended. */
  readonly ask: () => void
  /** Writes a report, and calls back when that is done or failed. */
  readonly write: (report: RecordingState, done: () => void) => void
}

/** What one robot's bridge says of recordings, written one after the other. Of one recording the newest replaces the others. */
export class RecordingsPart implements RobotPart {
  private readonly waiting = new Map<string, RecordingState>()
  private isWriting = false
  private readonly context: RecordingsContext

  constructor(context: RecordingsContext) {
    this.context = context
  }

  get isVacant(): boolean {
    return !this.isWriting
  }

  attach(): void {
    this.context.ask()
  }

  message(message: BridgeMessage): boolean {
    if (message.type !== "recording_state") return false
    if (!this.waiting.has(message.recording_id) && this.waiting.size >= mostWaiting) return false
    this.waiting.set(message.recording_id, message)
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
    this.waiting.delete(first.recording_id)
    this.context.write(first, () => this.next())
  }
}
