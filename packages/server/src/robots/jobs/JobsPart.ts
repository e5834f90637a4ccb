import type { BridgeMessage, Hello, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Effect, Scope } from "effect"
import { type Published, slugNamed } from "../config/PublishedConfigs.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import type { ActiveJobs } from "./adoption.ts"
import { isFinal } from "./JobStateMachine.ts"
import type { Row } from "./JobStore.ts"
import { reportOf } from "./robotFailure.ts"
import { type OnChange, type Report, RobotJobs, type TrackedJob, fromRow, trackedJob, unsentMs } from "./RobotJobs.ts"

type JobStatus = Extract<BridgeMessage, { readonly type: "job_status" }>
type JobLost = Extract<BridgeMessage, { readonly type: "job_lost" }>

/** Ids in one job_query, so that no frame is too large. */
const maxIdsPerQuery = 500

/** Services of the process that the jobs of one robot use. */
export interface JobsContext {
  readonly nowMs: () => number
  /** The next number of a job, in the order they are begun. */
  readonly mint: () => number
  readonly unfinished: (home: RobotHome) => Effect.Effect<ReadonlyArray<Row>>
  /** Adopts the jobs of the bridge that are in no table; answers how many were not adopted. */
  readonly adopt: (robotJobs: RobotJobs, held: ActiveJobs, published: Published) => Effect.Effect<number>
  readonly ignored: (jobs: number) => void
  readonly changed: OnChange
  readonly run: (work: Effect.Effect<void>) => unknown
  /** Stores what waits of the robot. */
  readonly flush: (robotId: RobotId) => Effect.Effect<void>
}

/** The live jobs of one robot, moved by reports of its bridge and by time. */
export class JobsPart implements RobotPart {
  /** From the hello of the bridge until everything is stored and no bridge is connected. */
  robotJobs: RobotJobs | undefined
  private readonly home: RobotHome
  private readonly context: JobsContext
  /** A publish may have left ended jobs of slugs that are no longer published. */
  private unpruned = false

  constructor(home: RobotHome, context: JobsContext) {
    this.home = home
    this.context = context
  }

  get isVacant(): boolean {
    return this.robotJobs === undefined
  }

  /** Reads unfinished jobs from the table, keeps them while the hello is served, and adopts unknown jobs of the bridge. */
  prepare({ active_jobs }: typeof Hello.Type, published: Published) {
    return Effect.gen({ self: this }, function* () {
      const scope = yield* Effect.scope
      const robotJobs = yield* Effect.uninterruptible(
        Effect.tap(this.opened(published), (opened) => {
          opened.greeting++
          return Scope.addFinalizer(
            scope,
            Effect.sync(() => opened.greeting--)
          )
        })
      )
      if (this.home.isForgotten) return
      this.context.ignored(yield* this.context.adopt(robotJobs, active_jobs ?? [], published))
    })
  }

  /** Ends own jobs whose slug a publish took or retargeted: before the new configuration leaves. */
  config({ exposures }: Published): void {
    this.unpruned = true
    for (const job of this.robotJobs?.jobs.values() ?? []) {
      if (job.origin === "external" || job.ending) continue
      if (stillNamed(job, exposures.get(job.slug))) continue
      job.ending = true
      // One that is still to be stored is not sent: its writer ends it.
      if (job.invokedAtMs !== unsentMs) this.cancelForConfig(this.robotJobs!, job)
    }
  }

  /** Marks the jobs of the hello as running, and asks the bridge about the rest. */
  attach(_epoch: number, { active_jobs }: typeof Hello.Type): void {
    const { robotJobs } = this
    if (robotJobs === undefined) return
    const nowMs = this.context.nowMs()
    robotJobs.online(nowMs)
    const held = active_jobs ?? []
    const running = new Set(held.filter(({ state }) => state === "running").map(({ job_id }) => job_id))
    const others: Array<JobId> = []
    for (const job of robotJobs.jobs.values()) {
      if (running.has(job.id)) robotJobs.report(job, { ...lastReport(job), state: "running" }, nowMs)
      else if (job.invokedAtMs !== unsentMs) {
        job.askedAtMs = nowMs
        others.push(job.id)
      }
    }
    this.ask(others)
  }

  message(message: BridgeMessage, nowMs: number): boolean {
    switch (message.type) {
      case "job_update":
        return this.update(message, nowMs)
      case "job_status":
        this.status(message, nowMs)
        return true
      case "job_lost":
        this.lost(message, nowMs)
        return true
      default:
        return false
    }
  }

  tick(nowMs: number): void {
    const { robotJobs } = this
    if (robotJobs === undefined) return
    this.ask(robotJobs.sweep(nowMs))
    if (robotJobs.isForgettable) this.robotJobs = undefined
    else if (this.unpruned) this.prune(robotJobs)
  }

  flush(): Effect.Effect<void> {
    return this.context.flush(this.home.robotId)
  }

  detach(nowMs: number): void {
    this.robotJobs?.offline(nowMs)
  }

  forget(): void {
    this.robotJobs = undefined
  }

  /** The robot's live jobs, read from the table where there are none. */
  private opened(published: Published): Effect.Effect<RobotJobs> {
    return Effect.suspend(() => {
      // Memory is ahead of the table, where the last transitions may not be stored yet.
      if (this.robotJobs !== undefined) return Effect.succeed(this.robotJobs)
      return Effect.map(this.context.unfinished(this.home), (rows) => {
        if (this.robotJobs !== undefined) return this.robotJobs
        const { changed, mint, nowMs } = this.context
        const robotJobs = new RobotJobs(this.home.robotId, this.home.orgId, nowMs(), changed)
        robotJobs.aliasOf = (slug) => this.home.published.aliases?.get(slug)
        for (const row of rows) robotJobs.hold(fromRow(row, mint(), slugNamed(published, row.slug)))
        this.robotJobs = robotJobs
        return robotJobs
      })
    })
  }

  private ask(jobIds: ReadonlyArray<JobId>): void {
    for (let from = 0; from < jobIds.length; from += maxIdsPerQuery) {
      const job_ids = jobIds.slice(from, from + maxIdsPerQuery)
      this.home.link?.send({ type: "job_query", request_id: crypto.randomUUID(), job_ids })
    }
  }

  /** False for an external goal of a slug that is no published action. */
  private update(update: JobUpdate, nowMs: number): boolean {
    if (update.origin === "external" && this.home.published.exposures.get(update.slug)?.kind !== "action") return false
    const { robotJobs } = this
    if (robotJobs === undefined) return true
    let job = robotJobs.jobs.get(update.job_id)
    if (job === undefined) {
      if (update.origin !== "external" || update.state !== "running" || robotJobs.isCrowded) return true
      const { job_id: id, slug } = update
      job = trackedJob({ id, slug, origin: "external", startedAtMs: nowMs, seq: this.context.mint(), isReported: true })
      robotJobs.hold(job)
    }
    robotJobs.report(job, { ...reportOf(update), atMs: update.timestamp_ms }, nowMs)
    return true
  }

  private status(status: JobStatus, nowMs: number): void {
    const { robotJobs } = this
    if (robotJobs === undefined) return
    for (const entry of status.jobs) {
      const job = robotJobs.jobs.get(entry.job_id)
      if (job !== undefined) robotJobs.report(job, reportOf(entry), nowMs)
    }
    for (const id of new Set(status.unknown_job_ids)) {
      const job = robotJobs.jobs.get(id)
      if (job !== undefined) robotJobs.notKnown(job, nowMs)
    }
    // The bridge is asked at once about jobs that have just become unknown.
    this.ask(robotJobs.sweep(nowMs))
  }

  private lost({ error, job_ids }: JobLost, nowMs: number): void {
    for (const id of job_ids) {
      const job = this.robotJobs?.jobs.get(id)
      if (job !== undefined) this.robotJobs?.apply(job, { type: "lost", error: error ?? null }, nowMs)
    }
  }

  private cancelForConfig(robotJobs: RobotJobs, job: TrackedJob): void {
    const cancelled = this.home.ask(
      (request_id) => ({ type: "cancel", request_id, slug: job.slug, job_id: job.id, own_only: true }),
      "10 seconds"
    )
    this.context.run(
      cancelled.pipe(
        Effect.catchTag("robot_offline", () => Effect.sleep("10 seconds")),
        Effect.ignore,
        Effect.andThen(Effect.sync(() => robotJobs.apply(job, { type: "config_changed" }, this.context.nowMs()))),
        Effect.asVoid
      )
    )
  }

  /** Drops the newest jobs of slugs that are no longer published, once they have ended and are stored. */
  private prune(robotJobs: RobotJobs): void {
    if (robotJobs.unstored > 0) return
    const { exposures } = this.home.published
    let rest = false
    for (const [slug, { state }] of robotJobs.newest) {
      if (exposures.has(slug)) continue
      if (isFinal(state)) robotJobs.newest.delete(slug)
      else rest = true
    }
    this.unpruned = rest
  }
}

/** The last report of a job, for one that only confirms that it runs. */
const lastReport = (job: TrackedJob): Report => ({
  state: "running",
  feedback: job.feedback,
  progress: job.progress,
  result: null,
  error: null
})

const stillNamed = (job: TrackedJob, exposure: Exposure | undefined): boolean => {
  if (exposure === undefined || exposure.kind !== job.kind) return false
  if (job.target === null) return true
  return exposure.config.ros_name === job.target.ros_name && exposure.config.type === job.target.type
}
