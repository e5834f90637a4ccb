import type { WriteQueue } from "../../platform/sql/makeWriteBehind.ts"
import type { Minute } from "./LatencyStore.ts"

/** Minutes of robots that are kept for a database that takes none: an hour of 1600 robots. */
const mostKept = 100_000

/**
 * Minutes that are over and not in the database yet, oldest first. When there are too many, the oldest go. A batch that is
 * taken is of one ending of the minute: it has each robot once, as a statement must.
 */
export class UnwrittenMinutes implements WriteQueue<Minute> {
  private readonly batches: Array<ReadonlyArray<Minute>> = []
  private kept = 0
  private dropped = 0

  get size(): number {
    return this.kept
  }

  /** The minutes of one ending. */
  add(minutes: ReadonlyArray<Minute>): void {
    if (minutes.length === 0) return
    this.batches.push(minutes)
    this.kept += minutes.length
    this.dropOldest()
  }

  take(atMost: number): ReadonlyArray<Minute> {
    const first = this.batches.shift() ?? []
    const taken = first.slice(0, atMost)
    if (taken.length < first.length) this.batches.unshift(first.slice(atMost))
    this.kept -= taken.length
    return taken
  }

  /** The oldest of the robot; none of the next is taken with it. */
  takeOf(robotId: string): ReadonlyArray<Minute> {
    for (const [index, batch] of this.batches.entries()) {
      const taken = batch.filter((minute) => minute.robotId === robotId)
      if (taken.length === 0) continue
      const rest = batch.filter((minute) => minute.robotId !== robotId)
      this.batches.splice(index, 1, ...(rest.length === 0 ? [] : [rest]))
      this.kept -= taken.length
      return taken
    }
    return []
  }

  giveBack(minutes: ReadonlyArray<Minute>): void {
    if (minutes.length === 0) return
    this.batches.unshift(minutes)
    this.kept += minutes.length
    this.dropOldest()
  }

  /** How many were dropped since this was asked last. */
  takeDropped(): number {
    const { dropped } = this
    this.dropped = 0
    return dropped
  }

  private dropOldest(): void {
    while (this.kept > mostKept) this.dropped += this.take(this.kept - mostKept).length
  }
}
