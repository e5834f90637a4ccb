import type { BridgeMessage, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Clock, Context, DateTime, Effect, FiberSet, Layer, type Scope } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { type BridgeLink, Bridges } from "../bridges/Bridges.ts"
import { sweep } from "../../platform/schedule/sweep.ts"
import { type ActiveJobs, makeAdoption } from "./adoption.ts"
import { RobotJobs, type TrackedJob, type Report } from "./RobotJobs.ts"
import { trackedJob, fromRow } from "./trackedJob.ts"
import { JobStateWriter } from "./JobStateWriter.ts"
import { JobStore } from "./JobStore.ts"
import { reportOf } from "./robotFailure.ts"

type JobStatus = Extract<BridgeMessage, { readonly type: "job_status" }>
type JobLost = Extract<BridgeMessage, { readonly type: "job_lost" }>

/** Ids that one job_query asks about at most, so that no frame is too large. */
const askedAtOnce = 500

/** The jobs of every robot whose bridge this process holds, moved by what bridges say and by time. */
export class LiveJobs extends Context.Service<
  LiveJobs,
  {
    readonly get: (robotId: RobotId) => RobotJobs | undefined
    /** The next number of a job, in the order they are begun. */
    readonly mint: () => number
    /** Before hello_ok: reads back what is unfinished, and keeps it at hand until the hello is served. */
    readonly open: (link: BridgeLink) => Effect.Effect<void, never, Scope.Scope>
    /** Before hello_ok: adopts what the bridge holds and nobody knows; answers how many jobs it named in vain. */
    readonly adopt: (
      link: BridgeLink,
      held: ActiveJobs,
      exposures: ReadonlyMap<string, Exposure>
    ) => Effect.Effect<number>
    /** After hello_ok: takes what the bridge holds as running, and asks about the rest. */
    readonly resync: (link: BridgeLink, held: ActiveJobs) => Effect.Effect<void>
    readonly offline: (robotId: RobotId, nowMs: number) => void
    readonly onUpdate: (robotId: RobotId, update: JobUpdate, nowMs: number) => void
    readonly onStatus: (robotId: RobotId, status: JobStatus, nowMs: number) => void
    readonly onLost: (robotId: RobotId, lost: JobLost, nowMs: number) => void
    /** Ends own jobs whose slug a publish took or retargeted; call before the new configuration leaves. */
    readonly onConfig: (robotId: RobotId, exposures: ReadonlyMap<string, Exposure>) => void
  }
>()("@fleet/server/LiveJobs") {
  static readonly layer = Layer.effect(
    LiveJobs,
    Effect.gen(function* () {
      const store = yield* JobStore
      const writer = yield* JobStateWriter
      const bridges = yield* Bridges
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const adopt = yield* makeAdoption
      const byRobot = new Map<RobotId, RobotJobs>()
      let minted = 0

      yield* store.forget(DateTime.toDate(yield* DateTime.now), {
        code: "bridge_disconnected",
        message: "The cloud restarted."
      })
      yield* bus.onFact((event) => {
        if (event.type === "robot_deleted") byRobot.delete(event.robotId)
      })

      const ask = (robotId: RobotId, jobIds: ReadonlyArray<JobId>) => {
        for (let from = 0; from < jobIds.length; from += askedAtOnce) {
          const job_ids = jobIds.slice(from, from + askedAtOnce)
          bridges.get(robotId)?.send({ type: "job_query", request_id: crypto.randomUUID(), job_ids })
        }
      }

      yield* sweep("250 millis", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const robotJobs of byRobot.values()) {
          ask(robotJobs.robotId, robotJobs.sweep(nowMs))
          if (robotJobs.isForgettable) byRobot.delete(robotJobs.robotId)
        }
      })

      const mint = () => ++minted

      const external = ({ job_id: id, slug }: JobUpdate, startedAtMs: number): TrackedJob =>
        trackedJob({ id, slug, origin: "external", startedAtMs, seq: mint(), heard: true })

      /** The robot's live jobs, read from the table where there are none. */
      const opened = Effect.fnUntraced(function* (link: BridgeLink) {
        const known = byRobot.get(link.robotId)
        // What this process holds knows more than the table, where the last moves may still be on their way.
        if (known !== undefined) return known
        const rows = yield* store.unfinished(link.robotId)
        const made = byRobot.get(link.robotId)
        if (made !== undefined) return made
        const robotJobs = new RobotJobs(link.robotId, link.orgId, clock.currentTimeMillisUnsafe(), writer.changed)
        for (const row of rows) robotJobs.hold(fromRow(row, mint()))
        byRobot.set(link.robotId, robotJobs)
        return robotJobs
      })

      const endForConfig = (robotJobs: RobotJobs, job: TrackedJob) => {
        job.ending = true
        const cancelled = bridges.ask(
          robotJobs.robotId,
          (request_id) => ({ type: "cancel", request_id, slug: job.slug, job_id: job.id, own_only: true }),
          "10 seconds"
        )
        run(
          cancelled.pipe(
            Effect.catchTag("robot_offline", () => Effect.sleep("10 seconds")),
            Effect.ignore,
            Effect.andThen(
              Effect.sync(() => robotJobs.apply(job, { type: "config_changed" }, clock.currentTimeMillisUnsafe()))
            )
          )
        )
      }

      return LiveJobs.of({
        get: (robotId) => byRobot.get(robotId),
        mint,

        open: Effect.fn("LiveJobs.open")((link) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.map(opened(link), (robotJobs) => {
                robotJobs.greeting++
                return robotJobs
              }),
              (robotJobs) => Effect.sync(() => robotJobs.greeting--)
            )
          )
        ),

        adopt: Effect.fn("LiveJobs.adopt")(function* (link, held, exposures) {
          const robotJobs = byRobot.get(link.robotId)
          return robotJobs === undefined ? 0 : yield* adopt(robotJobs, held, exposures, mint)
        }),

        resync: (link, held) =>
          Effect.sync(() => {
            const robotJobs = byRobot.get(link.robotId)
            if (robotJobs === undefined) return
            const nowMs = clock.currentTimeMillisUnsafe()
            robotJobs.online(nowMs)
            const running = new Set(held.filter(({ state }) => state === "running").map(({ job_id }) => job_id))
            const others: Array<JobId> = []
            for (const job of robotJobs.jobs.values()) {
              if (running.has(job.id)) robotJobs.report(job, { ...said(job), state: "running" }, nowMs)
              else {
                job.askedAtMs = nowMs
                others.push(job.id)
              }
            }
            ask(link.robotId, others)
          }),

        offline: (robotId, nowMs) => byRobot.get(robotId)?.offline(nowMs),

        onUpdate: (robotId, update, nowMs) => {
          const robotJobs = byRobot.get(robotId)
          if (robotJobs === undefined) return
          let job = robotJobs.jobs.get(update.job_id)
          if (job === undefined) {
            if (update.origin !== "external" || update.state !== "running" || robotJobs.isCrowded) return
            job = external(update, nowMs)
            robotJobs.hold(job)
          }
          robotJobs.report(job, reportOf(update), nowMs)
        },

        onStatus: (robotId, status, nowMs) => {
          const robotJobs = byRobot.get(robotId)
          if (robotJobs === undefined) return
          for (const entry of status.jobs) {
            const job = robotJobs.jobs.get(entry.job_id)
            if (job !== undefined) robotJobs.report(job, reportOf(entry), nowMs)
          }
          for (const id of new Set(status.unknown_job_ids)) {
            const job = robotJobs.jobs.get(id)
            if (job !== undefined) robotJobs.notKnown(job, nowMs)
          }
          // What has just become unknown is asked about at once.
          ask(robotId, robotJobs.sweep(nowMs))
        },

        onLost: (robotId, lost, nowMs) => {
          const robotJobs = byRobot.get(robotId)
          for (const id of lost.job_ids) {
            const job = robotJobs?.jobs.get(id)
            if (job !== undefined) robotJobs?.apply(job, { type: "lost", error: lost.error ?? null }, nowMs)
          }
        },

        onConfig: (robotId, exposures) => {
          const robotJobs = byRobot.get(robotId)
          for (const job of robotJobs?.jobs.values() ?? []) {
            if (job.origin === "external" || job.ending) continue
            if (!stillNamed(job, exposures.get(job.slug))) endForConfig(robotJobs!, job)
          }
        }
      })
    })
  )
}

/** What was last said of a job, for a report that only confirms it runs. */
const said = (job: TrackedJob): Report => ({
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
