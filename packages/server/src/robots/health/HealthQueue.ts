import type { WriteQueue } from "../../platform/sql/makeWriteBehind.ts"
import type { Observation } from "./Observation.ts"

/** Observations that wait for the database: the newest of each resource. */
export class HealthQueue implements WriteQueue<Observation> {
  private readonly waiting = new Map<string, Observation>()

  get size(): number {
    return this.waiting.size
  }

  add(observation: Observation): void {
    const { facet, kind, orgId, ref, robotId } = observation
    const key = `${robotId ?? orgId} ${kind} ${ref} ${facet}`
    // A newer one goes to the end, so that what changes all the time holds up nothing.
    this.waiting.delete(key)
    this.waiting.set(key, observation)
  }

  /** The oldest, at most so many. */
  take(atMost: number): ReadonlyArray<Observation> {
    return this.takeWhere(() => true, atMost)
  }

  takeOf(robotId: string, atMost: number): ReadonlyArray<Observation> {
    return this.takeWhere((observation) => observation.robotId === robotId, atMost)
  }

  /** They could not be written, and are taken again where no newer one of the resource came since. */
  giveBack(batch: ReadonlyArray<Observation>): void {
    const newer = [...this.waiting.values()]
    for (const observation of [...batch, ...newer]) this.add(observation)
  }
  private takeWhere(fits: (observation: Observation) => boolean, atMost: number): ReadonlyArray<Observation> {
    const batch: Array<Observation> = []
    for (const [key, observation] of this.waiting) {
      if (batch.length >= atMost) break
      if (!fits(observation)) continue
      this.waiting.delete(key)
      batch.push(observation)
    }
    return batch
  }
}
