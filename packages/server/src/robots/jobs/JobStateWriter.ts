import type { JobId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { makeWriteBehind } from "../../platform/sql/makeWriteBehind.ts"
import type { RobotJobs, TrackedJob } from "./RobotJobs.ts"
import { isFinal } from "./JobStateMachine.ts"
import { JobWriter, type KeptOf } from "./JobWriter.ts"
import { type JobEntry, JobStateQueue } from "./JobStateQueue.ts"
import type { Kept } from "./JobStore.ts"
import { makeUnstoredEnds } from "./unstoredEnds.ts"

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
    /** Stores and publishes what waits of the robot. Dies where the database fails. */
    readonly flushOf: (robotId: RobotId) => Effect.Effect<void>
  }
>()("@fleet/server/JobStateWriter") {
  static readonly layer = Layer.effect(
    JobStateWriter,
    Effect.gen(function* () {
      const writer = yield* JobWriter
      const bus = yield* Bus
      const queue = new JobStateQueue()
      const ends = makeUnstoredEnds()

      const publish = ({ event, kind, moved, orgId, robotJobs }: JobEntry) => {
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

      const write = (entries: ReadonlyArray<JobEntry>) => {
        const newest = new Map<JobId, KeptOf>()
        for (const { kept, orgId, stateAtMs } of entries)
          if (kept !== null) newest.set(kept.id, { orgId, kept, stateAtMs })
        return newest.size > 0 ? writer.keep([...newest.values()]) : Effect.void
      }
      const written = (entries: ReadonlyArray<JobEntry>) => {
        for (const entry of entries) {
          if (entry.kept !== null) entry.robotJobs.unstored--
          if (isStoredEnd(entry)) ends.stored(entry.event.robotId, entry.event.job.slug)
          queue.written(entry)
          publish(entry)
        }
      }

      // On the way down what is still to be stored is stored if it can be; if not, the jobs are unknown after the start.
      const { flushOf, wake } = yield* makeWriteBehind<JobEntry>({
        name: "job states",
        when: { onArrival: 0 },
        atOnce: Infinity,
        queue,
        write,
        written,
        // JobWriter leaves out what the database refuses. Whatever else fails is tried again: no state is left out.
        isRefusal: () => false,
        stopWithin: "3 seconds"
      })
      const offer = (entry: JobEntry) => {
        queue.add(entry)
        wake()
      }

      const entry = (robotJobs: RobotJobs, job: TrackedJob, moved: boolean, kept: Kept | null): JobEntry => ({
        robotJobs,
        kept,
        orgId: robotJobs.orgId,
        kind: job.kind,
        moved,
        stateAtMs: job.stateAtMs,
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
        endsStored: ends.wait,
        flushOf
      })
    })
  )
}

const isStoredEnd = ({ kept }: JobEntry) => kept !== null && isFinal(kept.state)

const toKept = ({ robotId }: RobotJobs, job: TrackedJob): Kept => ({
  id: job.id,
  robot_id: robotId,
  state: job.state,
  updated_at: new Date(job.updatedAtMs),
  ended_at: isFinal(job.state) ? new Date(job.updatedAtMs) : null,
  result: job.result ?? null,
  error: job.error
})
