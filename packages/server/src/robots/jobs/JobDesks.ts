import type { BridgeMessage, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Clock, Context, DateTime, Effect, FiberSet, Layer, type Scope } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { type BridgeLink, Bridges } from "../bridges/Bridges.ts"
import { sweep } from "../../platform/schedule/sweep.ts"
import { type ActiveJobs, makeAdoption } from "./adoption.ts"
import { Desk, type DeskJob, type Report } from "./Desk.ts"
import { deskJob, fromRow } from "./deskJob.ts"
import { JobLog } from "./JobLog.ts"
import { JobStore } from "./JobStore.ts"
import { reportOf } from "./robotFailure.ts"

type JobStatus = Extract<BridgeMessage, { readonly type: "job_status" }>
type JobLost = Extract<BridgeMessage, { readonly type: "job_lost" }>

/** Ids that one job_query asks about at most, so that no frame is too large. */
const askedAtOnce = 500

/** The jobs of every robot whose bridge this process holds, moved by what bridges say and by time. */
export class JobDesks extends Context.Service<
  JobDesks,
  {
    readonly get: (robotId: RobotId) => Desk | undefined
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
>()("@fleet/server/JobDesks") {
  static readonly layer = Layer.effect(
    JobDesks,
    Effect.gen(function* () {
      const store = yield* JobStore
      const log = yield* JobLog
      const bridges = yield* Bridges
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const adopt = yield* makeAdoption
      const desks = new Map<RobotId, Desk>()
      let minted = 0

      yield* store.forget(DateTime.toDate(yield* DateTime.now), {
        code: "bridge_disconnected",
        message: "The cloud restarted."
      })
      yield* bus.onControl((event) => {
        if (event.type === "robot_deleted") desks.delete(event.robotId)
      })

      const ask = (robotId: RobotId, jobIds: ReadonlyArray<JobId>) => {
        for (let from = 0; from < jobIds.length; from += askedAtOnce) {
          const job_ids = jobIds.slice(from, from + askedAtOnce)
          bridges.get(robotId)?.send({ type: "job_query", request_id: crypto.randomUUID(), job_ids })
        }
      }

      yield* sweep("250 millis", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const desk of desks.values()) {
          ask(desk.robotId, desk.sweep(nowMs))
          if (desk.isForgettable) desks.delete(desk.robotId)
        }
      })

      const mint = () => ++minted

      const external = ({ job_id: id, slug }: JobUpdate, startedAtMs: number): DeskJob =>
        deskJob({ id, slug, origin: "external", startedAtMs, seq: mint(), heard: true })

      /** The robot's desk, made of the table where there is none. */
      const opened = Effect.fnUntraced(function* (link: BridgeLink) {
        const known = desks.get(link.robotId)
        // A desk of this process knows more than the table, where the last moves may still be on their way.
        if (known !== undefined) return known
        const rows = yield* store.unfinished(link.robotId)
        const made = desks.get(link.robotId)
        if (made !== undefined) return made
        const desk = new Desk(link.robotId, link.orgId, clock.currentTimeMillisUnsafe(), log.changed)
        for (const row of rows) desk.hold(fromRow(row, mint()))
        desks.set(link.robotId, desk)
        return desk
      })

      const endForConfig = (desk: Desk, job: DeskJob) => {
        job.ending = true
        const cancelled = bridges.ask(
          desk.robotId,
          (request_id) => ({ type: "cancel", request_id, slug: job.slug, job_id: job.id, own_only: true }),
          "10 seconds"
        )
        run(
          cancelled.pipe(
            Effect.catchTag("robot_offline", () => Effect.sleep("10 seconds")),
            Effect.ignore,
            Effect.andThen(
              Effect.sync(() => desk.apply(job, { type: "config_changed" }, clock.currentTimeMillisUnsafe()))
            )
          )
        )
      }

      return JobDesks.of({
        get: (robotId) => desks.get(robotId),
        mint,

        open: Effect.fn("JobDesks.open")((link) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.map(opened(link), (desk) => {
                desk.greeting++
                return desk
              }),
              (desk) => Effect.sync(() => desk.greeting--)
            )
          )
        ),

        adopt: Effect.fn("JobDesks.adopt")(function* (link, held, exposures) {
          const desk = desks.get(link.robotId)
          return desk === undefined ? 0 : yield* adopt(desk, held, exposures, mint)
        }),

        resync: (link, held) =>
          Effect.sync(() => {
            const desk = desks.get(link.robotId)
            if (desk === undefined) return
            const nowMs = clock.currentTimeMillisUnsafe()
            desk.online(nowMs)
            const running = new Set(held.filter(({ state }) => state === "running").map(({ job_id }) => job_id))
            const others: Array<JobId> = []
            for (const job of desk.jobs.values()) {
              if (running.has(job.id)) desk.report(job, { ...said(job), state: "running" }, nowMs)
              else {
                job.askedAtMs = nowMs
                others.push(job.id)
              }
            }
            ask(link.robotId, others)
          }),

        offline: (robotId, nowMs) => desks.get(robotId)?.offline(nowMs),

        onUpdate: (robotId, update, nowMs) => {
          const desk = desks.get(robotId)
          if (desk === undefined) return
          let job = desk.jobs.get(update.job_id)
          if (job === undefined) {
            if (update.origin !== "external" || update.state !== "running" || desk.isCrowded) return
            job = external(update, nowMs)
            desk.hold(job)
          }
          desk.report(job, reportOf(update), nowMs)
        },

        onStatus: (robotId, status, nowMs) => {
          const desk = desks.get(robotId)
          if (desk === undefined) return
          for (const entry of status.jobs) {
            const job = desk.jobs.get(entry.job_id)
            if (job !== undefined) desk.report(job, reportOf(entry), nowMs)
          }
          for (const id of new Set(status.unknown_job_ids)) {
            const job = desk.jobs.get(id)
            if (job !== undefined) desk.notKnown(job, nowMs)
          }
          // What has just become unknown is asked about at once.
          ask(robotId, desk.sweep(nowMs))
        },

        onLost: (robotId, lost, nowMs) => {
          const desk = desks.get(robotId)
          for (const id of lost.job_ids) {
            const job = desk?.jobs.get(id)
            if (job !== undefined) desk?.apply(job, { type: "lost", error: lost.error ?? null }, nowMs)
          }
        },

        onConfig: (robotId, exposures) => {
          const desk = desks.get(robotId)
          for (const job of desk?.jobs.values() ?? []) {
            if (job.origin === "external" || job.ending) continue
            if (!stillNamed(job, exposures.get(job.slug))) endForConfig(desk!, job)
          }
        }
      })
    })
  )
}

/** What was last said of a job, for a report that only confirms it runs. */
const said = (job: DeskJob): Report => ({
  state: "running",
  feedback: job.feedback,
  progress: job.progress,
  result: null,
  error: null
})

const stillNamed = (job: DeskJob, exposure: Exposure | undefined): boolean => {
  if (exposure === undefined || exposure.kind !== job.kind) return false
  if (job.target === null) return true
  return exposure.config.ros_name === job.target.ros_name && exposure.config.type === job.target.type
}
