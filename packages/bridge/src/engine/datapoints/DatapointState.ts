import type { DatapointState as Frame } from "@fleet/bridge-protocol/BridgeMessages"

export type Fault = NonNullable<Frame["error"]>

/** A fault holds until so long after it was last seen. */
const heldMs = 10_000
/** The least time between two reports of one datapoint's state. */
const spacingMs = 10_000
/** A healthy datapoint is first reported so long after its start: an earlier bridge may have reported a fault. */
const settledMs = 30_000

interface Seen extends Fault {
  readonly atMs: number
}

/** Whether the samples of one datapoint reach the cloud. */
export class DatapointState {
  /** Why the topic itself cannot be read. */
  unreadable: Fault | undefined
  /** A message passed since the last that did not. Set for each sample. */
  hasPassed = false
  readonly #startedMs: number
  #broken: Seen | undefined
  #slow: Seen | undefined
  #reported: { readonly code: Fault["code"] | null; readonly atMs: number } | undefined

  constructor(nowMs: number) {
    this.#startedMs = nowMs
  }

  /** A message could not be sent as a sample. */
  failed(fault: Fault, nowMs: number): void {
    this.hasPassed = false
    this.#broken = { ...fault, atMs: nowMs }
  }

  /** The link did not take a sample. */
  slowed(message: string, nowMs: number): void {
    this.#slow = { code: "throttled", message, atMs: nowMs }
  }

  /** There is a new connection: what happened without one counts from now on, and what may have been lost is reported again. */
  connected(nowMs: number): void {
    if (this.#slow !== undefined) this.#slow = { ...this.#slow, atMs: nowMs }
    const isOld = this.#reported?.code === null && nowMs - this.#reported.atMs >= 2 * spacingMs
    if (!isOld) this.#reported = undefined
  }

  /** The report that is due: a fault, null for none; undefined where no report is due. */
  toTell(nowMs: number): Fault | null | undefined {
    const reported = this.#reported
    if (reported !== undefined && Math.abs(nowMs - reported.atMs) < spacingMs) return undefined
    const fault = this.#current(nowMs)
    if (fault === null && reported === undefined && (!this.hasPassed || nowMs - this.#startedMs < settledMs)) {
      return undefined
    }
    const code = fault?.code ?? null
    if (reported?.code === code) return undefined
    this.#reported = { code, atMs: nowMs }
    return fault
  }

  #current(nowMs: number): Fault | null {
    const isOver = ({ atMs }: Seen) => Math.abs(nowMs - atMs) >= heldMs
    if (this.#broken !== undefined && this.hasPassed && isOver(this.#broken)) this.#broken = undefined
    if (this.#slow !== undefined && isOver(this.#slow)) this.#slow = undefined
    return this.unreadable ?? this.#broken ?? this.#slow ?? null
  }
}
