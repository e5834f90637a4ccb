import type { RobotId } from "@fleet/domain/Ids"

/** The newest values of one robot. */
export interface LatestValues {
  readonly entries: ReadonlyMap<string, LatestEntry>
  /** Drops what is written and no longer needed; whether that is all. */
  prune(): boolean
}

/** One newest value. */
export interface LatestEntry {
  readonly robotId: RobotId
  readonly slug: string
  /** Of the configuration that has the slug. */
  version: number
  readonly part: LatestValues
  json: string
  timestampMs: number
  /** When it came. */
  arrivedMs: number
  /** Whether the table has it, so that there is nothing to be written. */
  stored: boolean
  /** Waits to be written. */
  dirty: boolean
  /** Whether it is known to be newer than what is stored. Not so for a backfilled sample that was not compared yet. */
  settled: boolean
}

/** What is to be written, and the parts that may hold more than they need. */
export class LatestQueue {
  private dirty: Array<LatestEntry> = []
  /** Those before were taken. */
  private first = 0
  private lastMs = -Infinity
  private readonly nowMs: () => number

  constructor(nowMs: () => number) {
    this.nowMs = nowMs
  }

  readonly unpruned = new Set<LatestValues>()
  /** Robots of which there are values in memory. */
  robots = 0

  mark(entry: LatestEntry): void {
    if (entry.dirty) return
    entry.dirty = true
    this.dirty.push(entry)
  }

  /** A time of arrival that is not before an earlier one, also where the clock was set back. */
  arrival(): number {
    this.lastMs = Math.max(this.lastMs, this.nowMs())
    return this.lastMs
  }

  get size(): number {
    return this.dirty.length - this.first
  }

  /** The longest waiting. A value that comes from now on waits anew. */
  take(atMost: number): ReadonlyArray<LatestEntry> {
    const taken = this.dirty.slice(this.first, this.first + atMost)
    this.first += taken.length
    if (this.size === 0) this.keep([])
    for (const entry of taken) entry.dirty = false
    return taken
  }

  takeOf(robotId: string, atMost: number): ReadonlyArray<LatestEntry> {
    const waiting = this.dirty.slice(this.first)
    const taken = waiting.filter((entry) => entry.robotId === robotId).slice(0, atMost)
    for (const entry of taken) entry.dirty = false
    this.keep(waiting.filter(({ dirty }) => dirty))
    return taken
  }

  /** What was taken and not written. */
  giveBack(entries: ReadonlyArray<LatestEntry>): void {
    const missing = entries.filter(({ dirty }) => !dirty)
    for (const entry of missing) entry.dirty = true
    this.keep([...missing, ...this.dirty.slice(this.first)])
  }

  private keep(waiting: Array<LatestEntry>): void {
    this.dirty = waiting
    this.first = 0
  }
}
