import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { Sample } from "./Sample.ts"

/** What is sent first when the link cannot take everything. The backlog and snapshots come after all of these. */
const lanes = ["link", "outcome", "live", "answer"] as const
export type Lane = (typeof lanes)[number]

const laneOf = {
  hello: "link",
  pong: "link",
  link_mode: "link",
  config_applied: "outcome",
  job_update: "outcome",
  job_lost: "outcome",
  job_status: "outcome",
  cancel_result: "outcome",
  recording_state: "outcome",
  datapoint: "live",
  datapoint_state: "live",
  camera_state: "live",
  clock_state: "live",
  introspect: "answer",
  type_definitions: "answer",
  assets_available: "answer",
  asset_progress: "answer"
} as const satisfies Record<BridgeMessage["type"], Lane>

/** A frame that waits to be sent, or to be written. */
export interface Queued {
  readonly text: string
  readonly lane: Lane | "backfill"
  readonly queuedAtMs: number
  /** Frames of one key replace each other: only the newest is worth sending. */
  readonly key: string | undefined
  /** Survives the end of the connection. */
  readonly keep: boolean
  /** What becomes backlog when it cannot be sent. */
  readonly sample: Sample | undefined
}

/** The lane a message travels in. */
export const laneOfMessage = (message: BridgeMessage): Lane => laneOf[message.type]

/** Which messages the newest replaces. */
export const keyOfMessage = (message: BridgeMessage): string | undefined => {
  switch (message.type) {
    case "job_update":
      return `job ${message.job_id}`
    case "config_applied":
      return `config_applied ${message.version}`
    case "recording_state":
      return `recording_state ${message.recording_id}`
    case "datapoint_state":
      return `datapoint_state ${message.slug}`
    case "clock_state":
    case "link_mode":
    case "assets_available":
      return message.type
    default:
      return undefined
  }
}

/** The end of a job is never dropped. */
export const isKept = (message: BridgeMessage): boolean =>
  message.type === "job_lost" || (message.type === "job_update" && message.state !== "running")

/** Frames waiting in their order of importance, the oldest of a lane first. */
export class Lanes {
  readonly #queues = lanes.map((lane) => ({ lane, frames: new Map<string, Queued>() }))
  #serial = 0

  /**
   * Queues a frame. Replacing an older one keeps that one's place, and counts its waiting; whether it did.
   */
  add(frame: Queued): boolean {
    const queue = this.#queues.find(({ lane }) => lane === frame.lane)!.frames
    const key = frame.key ?? `#${this.#serial++}`
    const older = queue.get(key)
    queue.set(key, older === undefined ? frame : { ...frame, queuedAtMs: older.queuedAtMs })
    return older !== undefined
  }

  /** Takes one frame out of its lane, if it waits there. */
  remove(lane: Lane, key: string): void {
    this.#queues.find((queue) => queue.lane === lane)!.frames.delete(key)
  }

  take(): Queued | undefined {
    for (const { frames } of this.#queues) {
      for (const [key, frame] of frames) {
        frames.delete(key)
        return frame
      }
    }
    return undefined
  }

  /** Takes everything out, most important first. */
  drain(): Array<Queued> {
    const frames = this.#queues.flatMap(({ frames }) => [...frames.values()])
    for (const { frames } of this.#queues) frames.clear()
    return frames
  }

  get isEmpty(): boolean {
    return this.#queues.every(({ frames }) => frames.size === 0)
  }

  /** How many frames wait in each lane. */
  sizes(): Readonly<Record<Lane, number>> {
    const sizes = this.#queues.map(({ lane, frames }) => [lane, frames.size] as const)
    return Object.fromEntries(sizes) as Record<Lane, number>
  }

  waits(nowMs: number): Array<number> {
    return this.#queues.flatMap(({ frames }) => Array.from(frames.values(), (frame) => nowMs - frame.queuedAtMs))
  }
}
