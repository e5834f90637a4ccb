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
  /** Waits to be written. */
  dirty: boolean
  /** Whether it is known to be newer than what is stored. Not so for a backfilled sample that was not compared yet. */
  settled: boolean
}

/** What is to be written, and the parts that may hold more than they need. */
export class LatestQueue {
  private dirty: Array<LatestEntry> = []
  readonly unpruned = new Set<LatestValues>()
  /** Robots of which there are values in memory. */
  robots = 0

  mark(entry: LatestEntry): void {
    if (entry.dirty) return
    entry.dirty = true
    this.dirty.push(entry)
  }

  /** All that is to be written, the longest waiting first. Each stays dirty until it is. */
  takeAll(): ReadonlyArray<LatestEntry> {
    const { dirty } = this
    this.dirty = []
    return dirty
  }

  /** What was taken and not written. */
  putBack(entries: ReadonlyArray<LatestEntry>): void {
    this.dirty = [...entries, ...this.dirty]
  }
}
