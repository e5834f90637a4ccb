import type { Minute } from "./LatencyStore.ts"

/** Minutes of robots that are kept for a database that takes none: an hour of 1600 robots. */
const mostKept = 100_000

/** Minutes of robots that are written at once. */
const mostAtOnce = 5_000

/** Minutes that are over and not in the database yet, oldest first. When there are too many, the oldest go. */
export class UnwrittenMinutes {
  private readonly batches: Array<ReadonlyArray<Minute>> = []
  private kept = 0

  /** Answers how many older ones had to go. */
  add(minutes: ReadonlyArray<Minute>): number {
    for (let from = 0; from < minutes.length; from += mostAtOnce) {
      this.batches.push(minutes.slice(from, from + mostAtOnce))
    }
    this.kept += minutes.length
    const before = this.kept
    while (this.kept > mostKept) this.forget(this.batches[0]!)
    return before - this.kept
  }

  /** What to write next; it stays until it is forgotten. */
  get next(): ReadonlyArray<Minute> | undefined {
    return this.batches[0]
  }

  /** The batch is in the database, or is given up. */
  forget(batch: ReadonlyArray<Minute>): void {
    if (this.batches[0] !== batch) return
    this.batches.shift()
    this.kept -= batch.length
  }
}
