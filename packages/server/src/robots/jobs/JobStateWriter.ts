import type { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import type { JobKind } from "@fleet/domain/Jobs"
import { Context, Effect, Layer, Queue, Schedule } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import type { JobChanged } from "../../platform/bus/RobotEvents.ts"
import type { RobotJobs, TrackedJob } from "./RobotJobs.ts"
import { isFinal } from "./JobStateMachine.ts"
import { JobEnds, type KeptOf } from "./JobEnds.ts"
import type { Kept } from "./JobStore.ts"
import { makeUnstoredEnds } from "./unstoredEnds.ts"

/** Reports of one job that wait to be published, at most; changes of its state apart, of which a job has few. */
const reportsAtOnce = 16

interface Entry {
  readonly robotJobs: RobotJobs
  readonly kept: Kept | null
  /** Replaced by a newer one where too many wait of the job. */
  event: JobChanged
  /** How many of the job wait, this one included. */
  waiting: number
  readonly orgId: OrgId
  readonly kind: JobKind
  readonly moved: boolean
  readonly saidAtMs: number
}

/**
 * Stores every transition of a job and then publishes it, in order: followers receive a state only once it is stored. Changes
 * that arrive while a batch is stored form the next batch.
 */
export class JobStateWriter extends Context.Service<
  JobStateWriter,
  {
    readonly changed: (robotJobs: RobotJobs, job: TrackedJob, moved: boolean) => void
    /** Publishes a job that was stored when it was started. */
    readonly started: (robotJobs: RobotJobs, job: TrackedJob) => void
    /**
     * Waits until each job of the slug that has ended is stored as ended: the table has one active job of a slug, too. Dies
     * where that takes more than five seconds.
     */
    readonly endsStored: (robotId: RobotId, slug: string) => Effect.Effect<void>
  }
>()("@fleet/server/JobStateWriter") {
  static readonly layer = Layer.effect(
    JobStateWriter,
    Effect.gen(function* () {
      const store = yield* JobEnds
      const bus = yield* Bus
      const queue = yield* Queue.unbounded<Entry>()
      const ends = makeUnstoredEnds()
      /** What waits last of each job. */
      const lastOf = new Map<JobId, Entry>()
      const offer = (next: Entry) => {
        const last = lastOf.get(next.event.job.id)
        // While the database is away, the newest of the reports that move nothing stands for the others.
        if (last !== undefined && last.waiting >= reportsAtOnce && !last.moved && !next.moved) {
          last.event = next.event
          return
        }
        if (last !== undefined) next.waiting = last.waiting + 1
        lastOf.set(next.event.job.id, next)
        Queue.offerUnsafe(queue, next)
      }

      const publish = ({ event, kind, moved, orgId, robotJobs }: Entry) => {
        bus.publishRobot(event)
        const alias = robotJobs.aliasOf(event.job.slug)
        if (alias !== undefined) bus.publishRobot({ ...event, job: { ...event.job, slug: alias } })
        if (!moved) return
        const { error, id, slug, state } = event.job
        bus.publishOrg(orgId, {
          type: "activity",
          event: {
            at: event.job.updated_at,
            kind: "job",
            severity: state === "failed" || state === "lost" ? "error" : state === "unknown" ? "warning" : "info",
            robot_id: event.robotId,
            subject: slug,
            detail: { job_id: id, kind, state, ...(error === null ? {} : { code: error.code }) }
          }
        })
      }

      /** What was taken from the queue and is not stored yet. */
      let taken: ReadonlyArray<Entry> = []

      const write = Effect.gen(function* () {
        const newest = new Map<JobId, KeptOf>()
        for (const { kept, orgId, saidAtMs } of taken) if (kept !== null) newest.set(kept.id, { orgId, kept, saidAtMs })
        if (newest.size > 0) yield* store.keep([...newest.values()])
        for (const entry of taken) {
          if (entry.kept !== null) entry.robotJobs.unstored--
          if (isStoredEnd(entry)) ends.stored(entry.event.robotId, entry.event.job.slug)
          publish(entry)
        }
        taken = []
      })

      const patiently = write.pipe(
        Effect.tapCause((cause) => Effect.logError("job states could not be stored; retrying", cause)),
        Effect.sandbox,
        Effect.retry(Schedule.spaced("1 second")),
        Effect.orDie
      )

      // On the way down what is still to be stored is stored if it can be; if not, the jobs are unknown after the start.
      yield* Effect.addFinalizer(() =>
        Queue.clear(queue).pipe(
          Effect.tap((rest) => Effect.sync(() => (taken = [...taken, ...rest]))),
          Effect.andThen(write),
          Effect.timeout("3 seconds"),
          Effect.ignoreCause({ log: true })
        )
      )
      yield* Queue.takeAll(queue).pipe(
        Effect.tap((entries) =>
          Effect.sync(() => {
            lastOf.clear()
            taken = entries
          })
        ),
        Effect.andThen(patiently),
        Effect.forever,
        Effect.forkScoped
      )

      const entry = (robotJobs: RobotJobs, job: TrackedJob, moved: boolean, kept: Kept | null): Entry => ({
        robotJobs,
        kept,
        orgId: robotJobs.orgId,
        kind: job.kind,
        moved,
        saidAtMs: job.saidAtMs,
        waiting: 1,
        event: {
          type: "job",
          robotId: robotJobs.robotId,
          job: robotJobs.toJob(job),
          feedback: job.feedback ?? null,
          progress: job.progress,
          timestampMs: job.updatedAtMs
        }
      })

      return JobStateWriter.of({
        started: (robotJobs, job) => offer(entry(robotJobs, job, true, null)),
        changed: (robotJobs, job, moved) => {
          const kept = moved && job.origin === "platform" ? toKept(robotJobs, job) : null
          if (kept !== null) robotJobs.unstored++
          const next = entry(robotJobs, job, moved, kept)
          if (isStoredEnd(next)) ends.add(next.event.robotId, next.event.job.slug)
          offer(next)
        },
        endsStored: ends.wait
      })
    })
  )
}

const isStoredEnd = ({ kept }: Entry) => kept !== null && isFinal(kept.state)

const toKept = ({ robotId }: RobotJobs, job: TrackedJob): Kept => ({
  id: job.id,
  robot_id: robotId,
  state: job.state,
  updated_at: new Date(job.updatedAtMs),
  ended_at: isFinal(job.state) ? new Date(job.updatedAtMs) : null,
  result: job.result ?? null,
  error: job.error
})
