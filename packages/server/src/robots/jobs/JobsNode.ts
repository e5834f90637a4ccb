import type { CancelResult } from "@fleet/bridge-protocol/BridgeMessages"
import { Busy, NotFound, PublisherBusy, RobotOffline } from "@fleet/domain/Errors"
import type { JobActor } from "@fleet/domain/Jobs"
import { Clock, Effect, Option } from "effect"
import { RobotNode } from "../../platform/bus/RobotNode.ts"
import { Audit } from "../../audit/Audit.ts"
import { Bridges } from "../bridges/Bridges.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { invokeFrame, publishFrame } from "./commandFrames.ts"
import { type Desk, type DeskJob, queueLimit } from "./Desk.ts"
import { deskJob } from "./deskJob.ts"
import { JobDesks } from "./JobDesks.ts"
import { JobLog } from "./JobLog.ts"
import { move, unstarted } from "./JobMoves.ts"
import { JobStarts } from "./JobStarts.ts"
import { JobStore } from "./JobStore.ts"
import { PublisherHolds } from "./PublisherHolds.ts"
import { cancelFailure } from "./robotFailure.ts"

const cancelDeadline = "5 seconds"

/** The holder's side of commands. A job is stored before the robot hears of it. */
export const JobsNodeLive = RobotNode.toLayer(
  Effect.gen(function* () {
    const bridges = yield* Bridges
    const desks = yield* JobDesks
    const store = yield* JobStore
    const starts = yield* JobStarts
    const log = yield* JobLog
    const audit = yield* Audit
    const transaction = yield* Transaction
    const clock = yield* Clock.Clock
    const publishers = yield* PublisherHolds

    const insert = (desk: Desk, job: DeskJob, actor: JobActor, robotName: string) => {
      const at = new Date(job.startedAtMs)
      return starts.store(
        {
          id: job.id,
          mint: job.seq,
          org_id: desk.orgId,
          robot_id: desk.robotId,
          slug: job.slug,
          kind: job.kind,
          state: job.state,
          patience_ms: job.patienceMs,
          actor,
          started_at: at,
          ended_at: job.state === "failed" ? at : null,
          error: job.error
        },
        {
          orgId: desk.orgId,
          actor,
          action: job.kind === "action" ? "action.invoked" : "service.called",
          target: { kind: job.kind, id: job.slug, label: job.slug },
          details: { robot_id: desk.robotId, robot_name: robotName, job_id: job.id },
          robotId: desk.robotId
        }
      )
    }

    const recordCancel = (
      { actor, orgId, robotId }: { actor: JobActor; orgId: Desk["orgId"]; robotId: Desk["robotId"] },
      { goals, slug }: CancelResult
    ) =>
      transaction.run(
        audit.recordAll(
          goals.map(({ goal_id, job_id, return_code }) => ({
            orgId,
            actor,
            action: "job.cancelled",
            target: { kind: "job", id: job_id, label: slug },
            details: { robot_id: robotId, slug, goal_id, return_code },
            robotId
          }))
        )
      )

    return {
      start: Effect.fnUntraced(function* ({ actor, jobId, params, patienceMs, robotId, robotName, slug, target }) {
        const link = bridges.get(robotId)
        const desk = desks.get(robotId)
        if (link === undefined || desk === undefined) return yield* new RobotOffline()
        const occupant = desk.occupant(slug)
        if (occupant !== undefined) return yield* new Busy({ details: { running: desk.toJob(occupant) } })

        // Nothing may run between the look at the slug and the hold on it.
        const startedAtMs = clock.currentTimeMillisUnsafe()
        const job = deskJob({ id: jobId, slug, kind: target.kind, startedAtMs, seq: desks.mint(), patienceMs, target })
        const queued = desk.queued
        const refused =
          queued < queueLimit ? null : move(unstarted.state, { type: "queue_full", limit: queueLimit, queued })
        if (refused !== null) Object.assign(job, { state: refused.state, error: refused.error })
        desk.hold(job)
        return yield* Effect.uninterruptible(
          Effect.gen(function* () {
            yield* Effect.onError(insert(desk, job, actor, robotName), () => Effect.sync(() => desk.release(job)))
            if (refused === null && bridges.get(robotId) !== link) {
              const error = { code: "goal_send_failed", message: "The robot left before the job reached it." }
              desk.apply(
                job,
                { type: "reported", state: "failed", result: null, error },
                clock.currentTimeMillisUnsafe()
              )
              return yield* new RobotOffline()
            }
            if (refused === null) {
              link.send(invokeFrame(jobId, slug, params, patienceMs))
            }
            log.started(desk, job)
            return desk.toJob(job)
          })
        )
      }),

      cancel: Effect.fnUntraced(function* (request) {
        const { jobId, robotId, slug } = request
        const desk = desks.get(robotId)
        const occupant = desk?.occupant(slug)
        const named = jobId === null ? occupant : desk?.jobs.get(jobId)
        if (jobId !== null && named?.slug !== slug) {
          if (bridges.get(robotId) !== undefined) return yield* new NotFound()
          const kept = yield* store.newestOf({ robotId, slug })
          const open = Option.exists(
            kept,
            (row) => row.id === jobId && (row.state === "running" || row.state === "unknown")
          )
          return yield* open ? new RobotOffline() : new NotFound()
        }
        const answer = yield* bridges.ask(
          robotId,
          (request_id) => ({ type: "cancel", request_id, slug, job_id: jobId }),
          cancelDeadline
        )
        if (answer.type !== "cancel_result") return yield* Effect.die(`a cancel was answered by ${answer.type}`)
        yield* recordCancel(request, answer)
        return {
          goals: answer.goals,
          error: answer.error === null ? null : cancelFailure(answer.error),
          job: named === undefined || desk === undefined ? null : desk.toJob(named)
        }
      }),

      publish: Effect.fnUntraced(function* ({ actor, message, orgId, quietTimeoutMs, robotId, slug }) {
        const link = bridges.get(robotId)
        if (link === undefined) return yield* new RobotOffline()
        const nowMs = clock.currentTimeMillisUnsafe()
        const taken = publishers.take(robotId, slug, `${actor.kind}:${actor.id}`, quietTimeoutMs, nowMs)
        if ("retryAfterMs" in taken) {
          return yield* new PublisherBusy({
            details: { quiet_timeout_ms: quietTimeoutMs, retry_after_ms: taken.retryAfterMs }
          })
        }
        // Sent in this turn: a message never overtakes the one that acquired the publisher.
        link.send(publishFrame(slug, message))
        if (taken.acquired) {
          yield* audit.record({
            orgId,
            actor,
            action: "publisher.acquired",
            target: { kind: "publisher", id: slug, label: slug },
            details: { robot_id: robotId },
            robotId
          })
        }
      }),

      current: ({ robotId }) =>
        Effect.sync(() => {
          const desk = desks.get(robotId)
          return desk === undefined ? [] : [...desk.newest.values()].map((job) => desk.toLive(job))
        })
    }
  })
)
