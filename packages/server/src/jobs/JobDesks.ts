import type { BridgeMessage, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Clock, Context, DateTime, Effect, FiberSet, Layer } from "effect"
import { Bus } from "../bus/Bus.ts"
import { type BridgeLink, Bridges } from "../robots/Bridges.ts"
import { sweep } from "../sweep.ts"
import { Desk, type DeskJob, neverMs, type Report } from "./Desk.ts"
import { JobLog } from "./JobLog.ts"
import { JobStore, type Row } from "./JobStore.ts"

type Hello = Extract<BridgeMessage, { readonly type: "hello" }>
type JobStatus = Extract<BridgeMessage, { readonly type: "job_status" }>
type JobLost = Extract<BridgeMessage, { readonly type: "job_lost" }>

/** The jobs of every robot whose bridge this process holds, moved by what bridges say and by time. */
export class JobDesks extends Context.Service<
  JobDesks,
  {
    readonly get: (robotId: RobotId) => Desk | undefined
    /** The next number of a job, in the order they are begun. */
    readonly mint: () => number
    /** Before hello_ok: reads back what is unfinished. */
    readonly open: (link: BridgeLink) => Effect.Effect<void>
    /** After hello_ok: takes what the bridge holds as running, and asks about the rest. */
    readonly resync: (link: BridgeLink, held: NonNullable<Hello["active_jobs"]>) => Effect.Effect<void>
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
        if (jobIds.length === 0) return
        bridges.get(robotId)?.send({ type: "job_query", request_id: crypto.randomUUID(), job_ids: jobIds })
      }

      yield* sweep("250 millis", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const desk of desks.values()) ask(desk.robotId, desk.sweep(nowMs))
      })

      const external = (update: JobUpdate, nowMs: number): DeskJob => ({
        id: update.job_id,
        slug: update.slug,
        kind: "action",
        origin: "external",
        startedAtMs: nowMs,
        seq: ++minted,
        patienceMs: 0,
        target: null,
        state: "running",
        updatedAtMs: nowMs,
        result: null,
        error: null,
        feedback: null,
        progress: null,
        heardAtMs: nowMs,
        heard: true,
        askedAtMs: neverMs,
        ending: false
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
        mint: () => ++minted,

        open: Effect.fn("JobDesks.open")(function* (link) {
          // A desk of this process knows more than the table, where the last moves may still be on their way.
          if (desks.has(link.robotId)) return
          const rows = yield* store.unfinished(link.robotId)
          if (desks.has(link.robotId)) return
          const desk = new Desk(link.robotId, link.orgId, clock.currentTimeMillisUnsafe(), log.changed)
          for (const row of rows) desk.hold(fromRow(row, ++minted))
          desks.set(link.robotId, desk)
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
            if (update.origin !== "external" || update.state !== "running") return
            job = external(update, nowMs)
            desk.hold(job)
          }
          desk.report(job, update, nowMs)
        },

        onStatus: (robotId, status, nowMs) => {
          const desk = desks.get(robotId)
          if (desk === undefined) return
          for (const entry of status.jobs) {
            const job = desk.jobs.get(entry.job_id)
            if (job !== undefined) desk.report(job, entry, nowMs)
          }
          for (const id of status.unknown_job_ids) {
            const job = desk.jobs.get(id)
            if (job !== undefined) desk.notKnown(job, nowMs)
          }
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

const fromRow = (row: Row, seq: number): DeskJob => {
  const startedAtMs = DateTime.toEpochMillis(row.started_at)
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    origin: "platform",
    startedAtMs,
    seq,
    patienceMs: row.patience_ms,
    target: null,
    state: row.state,
    updatedAtMs: DateTime.toEpochMillis(row.updated_at),
    result: row.result ?? null,
    error: row.error,
    feedback: null,
    progress: null,
    heardAtMs: startedAtMs,
    heard: true,
    askedAtMs: neverMs,
    ending: false
  }
}
