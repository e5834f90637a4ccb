import type { RobotId } from "@fleet/domain/Ids"
import type { LatestPart } from "./LatestPart.ts"

/** One newest value. */
export interface LatestEntry {
  readonly robotId: RobotId
  readonly slug: string
  readonly part: LatestPart
  json: string
  timestampMs: number
  /** Waits to be written. */
  dirty: boolean
  /** Whether it is known to be newer than what is stored. Not so for a backfilled sample that was not compared yet. */
  settled: boolean
}

/** What is to be written, and the parts that may hold more than they need. */
export class LatestQueue {
  dirty: Array<LatestEntry> = []
  readonly unpruned = new Set<LatestPart>()
  /** Robots of which there are values in memory. */
  robots = 0

  mark(entry: LatestEntry): void {
    if (entry.dirty) return
    entry.dirty = true
    this.dirty.push(entry)
  }
}
