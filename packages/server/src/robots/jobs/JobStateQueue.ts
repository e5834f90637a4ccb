import type { JobId, OrgId } from "@fleet/domain/Ids"
import type { JobKind } from "@fleet/domain/Jobs"
import type { JobChanged } from "../../platform/bus/RobotEvents.ts"
import type { WriteQueue } from "../../platform/sql/makeWriteBehind.ts"
import type { Kept } from "./JobStore.ts"
import type { RobotJobs } from "./RobotJobs.ts"

/** Reports of one job that wait to be published, at most; changes of its state apart, of which a job has few. */
const reportsAtOnce = 16

/** A state or report of a job. */
export interface JobEntry {
  readonly robotJobs: RobotJobs
  /** What is stored before the event is published; null for nothing. */
  readonly kept: Kept | null
  /** Replaced by a newer one where too many wait of the job. */
  event: JobChanged
  readonly orgId: OrgId
  readonly kind: JobKind
  readonly moved: boolean
  readonly stateAtMs: number
}

/** What waits to be stored and published, in the order in which it came. */
export class JobStateQueue implements WriteQueue<JobEntry> {
  private waiting: Array<JobEntry> = []
  /** Of each job how many are not published yet, those that are being written included, and the last of them. */
  private readonly ofJob = new Map<JobId, { count: number; last: JobEntry }>()

  get size(): number {
    return this.waiting.length
  }

  /** While the database is away, the newest of the reports that move nothing stands for the others. */
  add(entry: JobEntry): void {
    const { id } = entry.event.job
    const known = this.ofJob.get(id)
    if (known === undefined) this.ofJob.set(id, { count: 1, last: entry })
    else if (known.count >= reportsAtOnce && !known.last.moved && !entry.moved) {
      known.last.event = entry.event
      return
    } else {
      known.count++
      known.last = entry
    }
    this.waiting.push(entry)
  }

  take(atMost: number): ReadonlyArray<JobEntry> {
    if (atMost < this.waiting.length) return this.waiting.splice(0, atMost)
    const taken = this.waiting
    this.waiting = []
    return taken
  }

  takeOf(robotId: string, atMost: number): ReadonlyArray<JobEntry> {
    const taken: Array<JobEntry> = []
    const rest: Array<JobEntry> = []
    for (const entry of this.waiting) {
      const fits = entry.robotJobs.robotId === robotId && taken.length < atMost
      ;(fits ? taken : rest).push(entry)
    }
    this.waiting = rest
    return taken
  }

  /** They stay before newer ones. */
  giveBack(entries: ReadonlyArray<JobEntry>): void {
    this.waiting = [...entries, ...this.waiting]
  }

  /** It is stored, and published next. */
  written({ event }: JobEntry): void {
    const { id } = event.job
    const known = this.ofJob.get(id)
    if (known !== undefined && --known.count === 0) this.ofJob.delete(id)
  }
}
