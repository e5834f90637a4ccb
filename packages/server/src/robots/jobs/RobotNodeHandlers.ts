import { BridgeTimeout, Busy, NotFound, PublisherBusy, RobotOffline } from "@fleet/domain/Errors"
import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { JobActor } from "@fleet/domain/Jobs"
import { type Cause, Clock, Effect, Exit, Option, Schedule } from "effect"
import { AccessVersions } from "../../access/AccessVersions.ts"
import { AccessChanged, type Decided, RobotNode } from "./JobsRpc.ts"
import { makeKeyedSemaphore } from "../../platform/limits/KeyedSemaphore.ts"
import { cutOff } from "../../platform/sql/Transaction.ts"
import { AuditLog } from "../../audit/AuditLog.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { cancelled, clientOf, released } from "./commandAudit.ts"
import { invokeFrame, publishFrame } from "./commandFrames.ts"
import { type RobotJobs, type TrackedJob, queueLimit, trackedJob, unsentMs } from "./RobotJobs.ts"
import { LiveJobs } from "./LiveJobs.ts"
import { JobStateWriter } from "./JobStateWriter.ts"
import { isFinal, transition, unstarted } from "./JobStateMachine.ts"
import { JobWriter } from "./JobWriter.ts"
import { JobInserter } from "./JobInserter.ts"
import { JobStore } from "./JobStore.ts"
import { PublisherHolds } from "./PublisherHolds.ts"
import { holderOf } from "./PublisherPart.ts"
import { makeStartsUnderWay } from "./startsUnderWay.ts"
import { cancelFailure } from "./robotFailure.ts"

const cancelDeadline = "5 seconds"

/** Commands at the process that holds the robot's bridge. A job is stored before it is sent to the robot. */
export const RobotNodeHandlers = RobotNode.toLayer(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const liveJobs = yield* LiveJobs
    const store = yield* JobStore
    const jobWriter = yield* JobWriter
    const inserter = yield* JobInserter
    const writer = yield* JobStateWriter
    const audit = yield* AuditLog
    const transaction = yield* Transaction
    const clock = yield* Clock.Clock
    const publishers = yield* PublisherHolds
    const versions = yield* AccessVersions
    const scope = yield* Effect.scope
    const oneOfPublisher = makeKeyedSemaphore(1)
    const starts = makeStartsUnderWay()

    const insert = (
      robotJobs: RobotJobs,
      job: TrackedJob,
      {
        actor,
        clientId,
        decided,
        robotName
      }: {
        readonly actor: JobActor
        readonly clientId?: string
        readonly decided: Decided
        readonly robotName: string
      }
    ) => {
      const at = new Date(job.startedAtMs)
      return inserter.store(
        {
          id: job.id,
          mint: job.seq,
          org_id: robotJobs.orgId,
          robot_id: robotJobs.robotId,
          slug: job.slug,
          config_version: homes.get(robotJobs.robotId)?.published.version ?? 0,
          kind: job.kind,
          state: job.state,
          patience_ms: job.patienceMs,
          actor,
          client_id: clientId ?? null,
          started_at: at,
          ended_at: job.state === "failed" ? at : null,
          error: job.error,
          app_id: decided.appId,
          access_version: decided.version
        },
        {
          orgId: robotJobs.orgId,
          actor,
          action: job.kind === "action" ? "action.invoked" : "service.called",
          target: { kind: job.kind, id: job.slug, label: job.slug },
          details: { robot_id: robotJobs.robotId, robot_name: robotName, job_id: job.id, ...clientOf(clientId) },
          robotId: robotJobs.robotId
        }
      )
    }

    /** Where it is unknown whether a job was stored, it keeps its slug until the table cannot hold it as running. */
    const notStarted = (robotJobs: RobotJobs, job: TrackedJob, cause: Cause.Cause<unknown>) => {
      const release = Effect.sync(() => robotJobs.release(job))
      if (!cutOff(Exit.failCause(cause))) return release
      const at = new Date(clock.currentTimeMillisUnsafe())
      const error = { code: "goal_send_failed", message: "The job could not be stored, and was not sent." }
      const failed = { state: "failed", updated_at: at, ended_at: at, result: null, error } as const
      return jobWriter
        .keep([{ orgId: robotJobs.orgId, kept: { id: job.id, robot_id: robotJobs.robotId, ...failed } }])
        .pipe(
          Effect.sandbox,
          Effect.retry(Schedule.spaced("1 second")),
          Effect.ignore,
          Effect.andThen(release),
          Effect.forkIn(scope)
        )
    }

    /** The job that a cancel is for. */
    const targetOf = (robotId: RobotId, slug: string, jobId: JobId | null) => {
      const robotJobs = liveJobs.get(robotId)
      return { robotJobs, named: jobId === null ? robotJobs?.occupant(slug) : robotJobs?.jobs.get(jobId) }
    }

    return {
      start: (command) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const { jobId, params, patienceMs, robotId, slug, target } = command
            const link = homes.link(robotId)
            const robotJobs = liveJobs.get(robotId)
            if (link === undefined || robotJobs === undefined) return yield* new RobotOffline()
            const occupant = robotJobs.occupant(slug)
            if (occupant !== undefined) return yield* new Busy({ details: { running: robotJobs.toJob(occupant) } })

            // Synchronous from the check of the slug to its reservation.
            const startedAtMs = clock.currentTimeMillisUnsafe()
            const job = trackedJob({
              id: jobId,
              slug,
              kind: target.kind,
              startedAtMs,
              seq: liveJobs.mint(),
              patienceMs,
              target,
              invokedAtMs: unsentMs
            })
            const queued = robotJobs.queued
            const refused =
              queued < queueLimit
                ? null
                : transition(unstarted.state, { type: "queue_full", limit: queueLimit, queued })
            if (refused !== null) Object.assign(job, { state: refused.state, error: refused.error })
            robotJobs.hold(job)
            const over = starts.begin({ id: jobId, slug, kind: target.kind, robotId, actor: command.actor })

            const stored = Effect.andThen(
              restore(writer.endsStored(robotId, slug)),
              insert(robotJobs, job, command)
            ).pipe(Effect.onError((cause) => notStarted(robotJobs, job, cause)))
            return yield* Effect.gen(function* () {
              yield* stored
              const nowMs = clock.currentTimeMillisUnsafe()
              // A publish took its slug meanwhile: what the robot would run now may be something else.
              if (job.ending) robotJobs.apply(job, { type: "config_changed" }, nowMs)
              if (refused === null && homes.link(robotId) !== link) {
                const error = { code: "goal_send_failed", message: "The robot left before the job reached it." }
                robotJobs.apply(job, { type: "reported", state: "failed", result: null, error }, nowMs)
                return yield* new RobotOffline()
              }
              if (!isFinal(job.state)) {
                job.invokedAtMs = nowMs
                link.send(invokeFrame(jobId, slug, params, patienceMs))
              }
              writer.started(robotJobs, job)
              return robotJobs.toJob(job)
            }).pipe(Effect.ensuring(over))
          })
        ),

      cancel: Effect.fnUntraced(function* (request) {
        const { jobId, robotId, slug } = request
        // The robot would hear of the cancel before the job otherwise. What begins from here on is not what it is for.
        const { named, robotJobs } = yield* Effect.timeoutOrElse(
          starts.settled(() => targetOf(robotId, slug, jobId)),
          { duration: cancelDeadline, orElse: () => Effect.fail(new BridgeTimeout()) }
        )
        if (jobId !== null && named?.slug !== slug) {
          if (homes.link(robotId) !== undefined) return yield* new NotFound()
          const kept = yield* store.newestOf({ robotId, slug })
          const open = Option.exists(
            kept,
            (row) => row.id === jobId && (row.state === "running" || row.state === "unknown")
          )
          return yield* open ? new RobotOffline() : new NotFound()
        }
        const answer = yield* homes.ask(
          robotId,
          (request_id) => ({ type: "cancel", request_id, slug, job_id: jobId }),
          cancelDeadline
        )
        if (answer.type !== "cancel_result") return yield* Effect.die(`a cancel was answered by ${answer.type}`)
        yield* transaction.run(audit.recordAll(cancelled(request, answer)))
        return {
          goals: answer.goals,
          error: answer.error === null ? null : cancelFailure(answer.error),
          job: named === undefined || robotJobs === undefined ? null : robotJobs.toJob(named)
        }
      }),

      publish: Effect.fnUntraced(function* ({
        actor,
        clientId,
        decided,
        failsafeTimeoutMs,
        message,
        orgId,
        quietTimeoutMs,
        robotId,
        slug
      }) {
        const holder = holderOf(actor)
        // One at a time: a message never overtakes the one that acquires the publisher, which waits for the database.
        const sent = Effect.gen(function* () {
          const home = homes.link(robotId)?.home
          if (home === undefined) return yield* new RobotOffline()
          let nowMs = clock.currentTimeMillisUnsafe()
          if (publishers.begins(home, slug, holder, nowMs)) {
            const version = yield* versions.current({ orgId, appId: decided.appId })
            if (version !== decided.version) return yield* new AccessChanged()
            nowMs = clock.currentTimeMillisUnsafe()
          }
          const link = homes.link(robotId)
          if (link === undefined) return yield* new RobotOffline()
          const taken = publishers.take(link.home, slug, actor, { failsafeTimeoutMs, quietTimeoutMs }, nowMs)
          if ("retryAfterMs" in taken) {
            return yield* new PublisherBusy({
              details: { quiet_timeout_ms: quietTimeoutMs, retry_after_ms: taken.retryAfterMs }
            })
          }
          link.send(publishFrame(slug, message))
          return taken.acquired
        })
        if (yield* oneOfPublisher(`${robotId}/${slug}`)(sent)) {
          yield* audit.record({
            orgId,
            actor,
            action: "publisher.acquired",
            target: { kind: "publisher", id: slug, label: slug },
            details: { robot_id: robotId, ...clientOf(clientId) },
            robotId
          })
        }
      }),

      heldFor: ({ actor, robotId, slug }) =>
        Effect.sync(() => publishers.heldFor(robotId, slug, holderOf(actor), clock.currentTimeMillisUnsafe())),

      failsafe: Effect.fnUntraced(function* (request) {
        const { actor, everybody, robotId, slugs } = request
        const link = homes.link(robotId)
        if (link === undefined) return yield* new RobotOffline()
        const holder = everybody ? null : holderOf(actor)
        const ended = publishers.end(link.home, slugs, holder, clock.currentTimeMillisUnsafe())
        for (const { slug } of ended) link.send({ type: "failsafe", slug })
        if (ended.length > 0) {
          yield* transaction.run(audit.recordAll(released(request, ended)))
        }
        return ended.map(({ slug }) => slug)
      }),

      unstored: ({ actor, robotId }) =>
        Effect.sync(() => {
          const begun = starts.of(robotId)
          if (actor !== null) return begun.filter((start) => holderOf(start.actor) === holderOf(actor))
          const atRobot = [...(liveJobs.get(robotId)?.jobs.values() ?? [])].filter(
            ({ origin }) => origin === "external"
          )
          return [...begun, ...atRobot.map(({ id, kind, slug }) => ({ id, kind, slug, actor: null }))]
        }),

      current: ({ robotId }) =>
        Effect.sync(() => {
          const robotJobs = liveJobs.get(robotId)
          return robotJobs === undefined ? [] : [...robotJobs.newest.values()].map((job) => robotJobs.toLive(job))
        })
    }
  })
)
