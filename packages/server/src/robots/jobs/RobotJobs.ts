import type { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import {
  defaultPatienceMs,
  type Job,
  type JobError,
  type JobKind,
  type JobOrigin,
  type JobState,
  type ReportedState
} from "@fleet/domain/Jobs"
import { DateTime } from "effect"
import type { LiveJob, Target } from "./JobsRpc.ts"
import { type JobEvent, isFinal, transition } from "./JobStateMachine.ts"
import type { Row } from "./JobStore.ts"

/** A job as its robot's holder keeps it. Times are epoch milliseconds. */
export interface TrackedJob {
  readonly id: JobId
  readonly slug: string
  readonly kind: JobKind
  readonly origin: JobOrigin
  readonly startedAtMs: number
  readonly seq: number
  readonly patienceMs: number
  /** Null for an external job, and for one read back after a restart. */
  readonly target: Target | null
  state: JobState
  updatedAtMs: number
  /** When it was sent to the robot; `unsentMs` before that. */
  invokedAtMs: number
  result: unknown
  error: JobError | null
  feedback: unknown
  progress: number | null
  /** When the bridge last reported it; before that, when it was invoked. */
  reportedAtMs: number
  isReported: boolean
  /** When the robot was in the state that it reported last, by its own clock where the report has a time. */
  stateAtMs: number
  askedAtMs: number
  /** A publish took its slug, and its cancel is under way. */
  ending: boolean
}

type Given = Pick<TrackedJob, "id" | "slug" | "startedAtMs" | "seq"> & Partial<TrackedJob>

/** A running action that was begun here and not reported yet, unless `job` says otherwise. */
export const trackedJob = (given: Given): TrackedJob => ({
  kind: "action",
  origin: "platform",
  patienceMs: defaultPatienceMs,
  target: null,
  state: "running",
  updatedAtMs: given.startedAtMs,
  invokedAtMs: given.startedAtMs,
  result: null,
  error: null,
  feedback: null,
  progress: null,
  reportedAtMs: given.startedAtMs,
  isReported: false,
  stateAtMs: given.startedAtMs,
  askedAtMs: neverMs,
  ending: false,
  ...given
})

/** An unfinished job as the table has it. `slug` is what the bridge calls it. */
export const fromRow = (row: Row, seq: number, slug: string): TrackedJob =>
  trackedJob({
    id: row.id,
    slug,
    kind: row.kind,
    startedAtMs: DateTime.toEpochMillis(row.started_at),
    seq,
    patienceMs: row.patience_ms,
    state: row.state,
    updatedAtMs: DateTime.toEpochMillis(row.updated_at),
    result: row.result ?? null,
    error: row.error,
    isReported: true,
    stateAtMs: DateTime.toEpochMillis(row.updated_at)
  })

export interface Report {
  readonly state: ReportedState
  readonly feedback: unknown
  readonly progress: number | null
  readonly result: unknown
  readonly error: JobError | null
  /** When that was at the robot, where it says so. */
  readonly atMs?: number
}

/** `moved`: the state changed and has to be stored. */
export type OnChange = (robotJobs: RobotJobs, job: TrackedJob, moved: boolean) => void

export const silenceMs = 5_000
export const offlineMs = 300_000
export const askEveryMs = 5_000
export const queueLimit = 500
/** The time of an event that has not happened. */
export const neverMs = Number.NEGATIVE_INFINITY
/** When a job is sent that is still to be stored: the robot cannot say anything of it. */
export const unsentMs = Number.POSITIVE_INFINITY

/** The jobs of one robot at the process that holds its bridge. Everything here is synchronous. */
export class RobotJobs {
  readonly robotId: RobotId
  readonly orgId: OrgId
  private readonly onChange: OnChange
  /** Unfinished ones. */
  readonly jobs = new Map<JobId, TrackedJob>()
  /** The newest of each slug that this process has seen, ended ones included. */
  readonly newest = new Map<string, TrackedJob>()
  offlineSinceMs: number | null
  /** Hellos of its bridge that are being served. */
  greeting = 0
  /** Transitions that are not stored yet. */
  unstored = 0
  /** The name that followers may know a slug by, too, since it was renamed. */
  aliasOf: (slug: string) => string | undefined = () => undefined

  constructor(robotId: RobotId, orgId: OrgId, nowMs: number, onChange: OnChange) {
    this.robotId = robotId
    this.orgId = orgId
    this.onChange = onChange
    this.offlineSinceMs = nowMs
  }

  /** The job that occupies the slug. */
  occupant(slug: string): TrackedJob | undefined {
    const newest = this.newest.get(slug)
    if (newest !== undefined && !isFinal(newest.state)) return newest
    for (const job of this.jobs.values()) if (job.slug === slug) return job
    return undefined
  }

  /** How many unfinished jobs of this platform there are. */
  get queued(): number {
    return this.count("platform")
  }

  /** Whether no further external job is held: a bridge may name any number of them. One left out is named again. */
  get isCrowded(): boolean {
    return this.count("external") >= queueLimit
  }

  private count(origin: JobOrigin): number {
    let count = 0
    for (const job of this.jobs.values()) if (job.origin === origin) count++
    return count
  }

  /** Whether the robot is offline and everything about its jobs is stored. */
  get isForgettable(): boolean {
    if (this.offlineSinceMs === null || this.greeting > 0 || this.unstored > 0) return false
    for (const job of this.jobs.values()) if (job.state !== "unknown" || job.ending) return false
    return true
  }

  /** Keeps the slug for a job that is not held yet. */
  reserve(job: TrackedJob): void {
    this.newest.set(job.slug, job)
  }

  hold(job: TrackedJob): void {
    if (!isFinal(job.state)) this.jobs.set(job.id, job)
    const before = this.newest.get(job.slug)
    if (before === undefined || before.startedAtMs <= job.startedAtMs) this.newest.set(job.slug, job)
  }

  /** Removes a job that was never sent, or never stored. */
  release(job: TrackedJob): void {
    this.jobs.delete(job.id)
    if (this.newest.get(job.slug) === job) this.newest.delete(job.slug)
  }

  apply(job: TrackedJob, event: JobEvent, nowMs: number): boolean {
    const next = transition(job.state, event)
    if (next === null) return false
    Object.assign(job, { state: next.state, result: next.result, error: next.error, updatedAtMs: nowMs })
    job.askedAtMs = neverMs
    if (isFinal(job.state)) {
      job.feedback = null
      job.progress = null
      this.jobs.delete(job.id)
    }
    this.onChange(this, job, true)
    return true
  }

  /** A report of the bridge; one that changes no state still carries feedback. */
  report(job: TrackedJob, report: Report, nowMs: number): void {
    if (isFinal(job.state)) return
    job.reportedAtMs = nowMs
    job.isReported = true
    job.stateAtMs = Math.min(report.atMs ?? nowMs, nowMs)
    job.feedback = report.feedback ?? null
    job.progress = report.progress
    const { error, result, state } = report
    // The end that the cloud itself asked for may be reported before the cancel is answered.
    const withdrawn = job.ending && state === "cancelled"
    const event: JobEvent = withdrawn ? { type: "config_changed" } : { type: "reported", state, result, error }
    const moved = this.apply(job, event, nowMs)
    if (!moved) {
      job.updatedAtMs = nowMs
      this.onChange(this, job, false)
    }
  }

  /** The bridge does not know the job. */
  notKnown(job: TrackedJob, nowMs: number): void {
    let occupied = false
    for (const other of this.jobs.values()) {
      if (other.slug === job.slug && other.state === "running") occupied = true
    }
    this.apply(job, { type: "not_known", kind: job.kind, occupied }, nowMs)
  }

  online(nowMs: number): void {
    this.offlineSinceMs = null
    for (const job of this.jobs.values()) {
      job.reportedAtMs = nowMs
      job.askedAtMs = neverMs
    }
  }

  offline(nowMs: number): void {
    this.offlineSinceMs = nowMs
  }

  /** Applies timeouts; answers the jobs to ask the bridge about. */
  sweep(nowMs: number): Array<JobId> {
    const ask: Array<JobId> = []
    const { offlineSinceMs } = this
    const connected = offlineSinceMs === null
    for (const job of this.jobs.values()) {
      if (job.invokedAtMs === unsentMs) continue
      const impatient = !job.isReported && nowMs - job.invokedAtMs >= job.patienceMs
      if (impatient || (connected && job.isReported && nowMs - job.reportedAtMs >= silenceMs)) {
        this.apply(job, { type: "silent" }, nowMs)
      } else if (!connected && nowMs - offlineSinceMs >= offlineMs) {
        this.apply(job, { type: "disconnected" }, nowMs)
      }
      if (job.state === "unknown" && connected && nowMs - job.askedAtMs >= askEveryMs) {
        job.askedAtMs = nowMs
        ask.push(job.id)
      }
    }
    return ask
  }

  toJob(job: TrackedJob): Job {
    return {
      id: job.id,
      robot_id: this.robotId,
      slug: job.slug,
      state: job.state,
      origin: job.origin,
      started_at: DateTime.makeUnsafe(job.startedAtMs),
      updated_at: DateTime.makeUnsafe(job.updatedAtMs),
      seq: job.seq,
      result: job.result ?? null,
      error: job.error
    }
  }

  toLive(job: TrackedJob): LiveJob {
    return {
      job: this.toJob(job),
      feedback: job.feedback ?? null,
      progress: job.progress,
      timestampMs: job.updatedAtMs
    }
  }
}
