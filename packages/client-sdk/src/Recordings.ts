import type { CallOptions } from "./Http.ts"
import type { RobotContext } from "./RobotContext.ts"
import type { AssetLink, Recording, RecordingList } from "./types.gen.ts"

/** What a robot's recorder has kept: MCAP files of its last seconds. Reading takes the capability `assets`. */
export class Recordings {
  readonly #context: RobotContext

  constructor(context: RobotContext) {
    this.#context = context
  }

  /** The newest 200, newest first, and whether the robot has a recorder. */
  list(options: CallOptions = {}): Promise<RecordingList> {
    return this.#context.request("recordings.list", { ...options, params: { id: this.#context.id } })
  }

  get(recordingId: string, options: CallOptions = {}): Promise<Recording> {
    return this.#context.request("recordings.get", { ...options, ...this.#target(recordingId) })
  }

  /** Cuts one around this moment; for developers. It is `stored` once the robot has uploaded it. */
  cut(options: CallOptions = {}): Promise<Recording> {
    return this.#context.request("recordingRequests.cut", { ...options, params: { id: this.#context.id } })
  }

  /** Where a stored one can be downloaded, for 15 minutes and without a credential. */
  link(recordingId: string, options: CallOptions = {}): Promise<AssetLink> {
    return this.#context.request("recordingFiles.link", { ...options, ...this.#target(recordingId) })
  }

  /** With its file, or takes back one that is under way; for developers. */
  delete(recordingId: string, options: CallOptions = {}): Promise<void> {
    return this.#context.request("recordingRequests.delete", { ...options, ...this.#target(recordingId) })
  }

  #target(recordingId: string) {
    return { params: { id: this.#context.id, recordingId } }
  }
}
