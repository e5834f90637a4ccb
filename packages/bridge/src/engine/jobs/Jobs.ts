import type { ActiveJob, Failure, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { JobId } from "@fleet/domain/Ids"
import { Clock, Context, Deferred, Effect, Exit, Layer } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import type { GoalId } from "../../ros/RosGateway.ts"
import { JobFiles } from "./JobFiles.ts"
import type { Ending, JobRecord } from "./JobRecord.ts"
import { standing } from "./Standing.ts"

/** Unfinished jobs a robot may hold. */
export const maxUnfinished = 500
/** Ended jobs are remembered for a day, so that the cloud can ask how they ended; at most so many of so much text. */
const maxEnded = 500
const maxEndedCharacters = 4 * 1024 * 1024
const rememberedMs = 24 * 3600 * 1000

/** A job in this process. */
export interface OwnJob {
  record: JobRecord
  /** Whether the robot has taken it: until then nothing is reported but a failure. */
  running: boolean
  /** Done once the robot has taken it, or will not. */
  readonly answered: Deferred.Deferred<void>
  /** The goal's latest feedback. */
  feedback: () => unknown
  readonly ended: Deferred.Deferred<Ending>
  /** What remembering its end costs. */
  endingCharacters: number
}

/** A job as a frame reports it. */
export const updateOf = ({ record, feedback }: OwnJob, nowMs: number): JobUpdate => ({
  type: "job_update",
  job_id: record.job_id,
  slug: record.slug,
  origin: "platform",
  goal_id: record.goal?.goal_id ?? null,
  ...standing(record.ending, feedback()),
  timestamp_ms: nowMs
})

const own = (record: JobRecord, running: boolean): OwnJob => ({
  record,
  running,
  feedback: () => undefined,
  answered: Deferred.makeUnsafe(),
  ended: Deferred.makeUnsafe(),
  endingCharacters: JSON.stringify(record.ending).length
})

/** The jobs this bridge was asked to run: unfinished ones, and those that ended lately. */
export class Jobs extends Context.Service<
  Jobs,
  {
    readonly get: (jobId: JobId) => OwnJob | undefined
    readonly unfinished: () => ReadonlyArray<OwnJob>
    /** What hello lists: the jobs that run. */
    readonly active: () => ReadonlyArray<typeof ActiveJob.Type>
    /** Whether the goal belongs to a job of this bridge, and is not external. */
    readonly ownsGoal: (goalId: GoalId) => boolean
    /** Takes a job in; done once it would survive a restart. */
    readonly add: (record: Omit<JobRecord, "ending" | "at_ms">) => Effect.Effect<OwnJob>
    /** The robot took the job: it is reported from now on, with the id under which its goal runs. */
    readonly started: (job: OwnJob, goalId?: GoalId) => Effect.Effect<void>
    /** The job is over: it is reported at once and remembered. */
    readonly end: (job: OwnJob, ending: Ending) => Effect.Effect<void>
    /** Its end was reported, but the robot may still run its goal, which is external then. */
    readonly disown: (job: OwnJob) => void
    /** The job is gone for good. */
    readonly lose: (job: OwnJob, error: Failure) => Effect.Effect<void>
    /** The robot does not know the job; a status query answers that. */
    readonly forget: (job: OwnJob) => Effect.Effect<void>
    /** Reports every running job. */
    readonly report: () => void
  }
>()("@fleet/bridge/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const files = yield* JobFiles
      const clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      const jobs = new Map<JobId, OwnJob>()
      const goals = new Set<GoalId>()

      for (const record of yield* files.load) {
        jobs.set(record.job_id, own(record, true))
        if (record.goal !== null) goals.add(record.goal.goal_id)
      }

      const answer = (job: OwnJob) => void Deferred.doneUnsafe(job.answered, Exit.void)
      const remove = (job: OwnJob) => {
        answer(job)
        jobs.delete(job.record.job_id)
        if (job.record.goal !== null) goals.delete(job.record.goal.goal_id)
      }
      // A call does not survive the program that waits for it, so only goals are worth keeping unfinished.
      const save = files.save(() =>
        Array.from(jobs.values(), ({ record }) => record).filter(({ goal, ending }) => goal !== null || ending !== null)
      )

      const prune = () => {
        const newestFirst = [...jobs.values()]
          .filter(({ record }) => record.ending !== null)
          .toSorted((a, b) => b.record.at_ms - a.record.at_ms)
        let characters = 0
        newestFirst.forEach((job, index) => {
          characters += job.endingCharacters
          const isTooMuch = index >= maxEnded || (index > 0 && characters > maxEndedCharacters)
          if (isTooMuch || now() - job.record.at_ms > rememberedMs) remove(job)
        })
      }

      const unfinished = () => [...jobs.values()].filter(({ record }) => record.ending === null)

      return Jobs.of({
        get: (jobId) => jobs.get(jobId),
        unfinished,
        active: () =>
          unfinished()
            .filter(({ running }) => running)
            .slice(0, maxUnfinished)
            .map(({ record }) => ({ job_id: record.job_id, slug: record.slug, state: "running" })),
        ownsGoal: (goalId) => goals.has(goalId),
        add: (given) =>
          Effect.suspend(() => {
            const job = own({ ...given, ending: null, at_ms: now() }, false)
            jobs.set(given.job_id, job)
            if (given.goal === null) return Effect.succeed(job)
            goals.add(given.goal.goal_id)
            return Effect.as(save, job)
          }),
        started: (job, goalId) =>
          Effect.suspend(() => {
            const { goal } = job.record
            const tell = Effect.sync(() => {
              job.running = true
              answer(job)
              outbox.send(updateOf(job, now()))
            })
            if (goal === null || goalId === undefined || goal.goal_id === goalId) return tell
            goals.delete(goal.goal_id)
            goals.add(goalId)
            job.record = { ...job.record, goal: { ...goal, goal_id: goalId } }
            // Told once it would survive a restart under this id.
            return Effect.andThen(Effect.uninterruptible(save), tell)
          }),
        end: (job, ending) =>
          Effect.suspend(() => {
            if (job.record.ending !== null) return Effect.void
            job.record = { ...job.record, ending, at_ms: now() }
            job.endingCharacters = JSON.stringify(ending).length
            outbox.send(updateOf(job, now()))
            answer(job)
            Deferred.doneUnsafe(job.ended, Effect.succeed(ending))
            prune()
            return save
          }),
        disown: (job) => {
          if (job.record.goal !== null) goals.delete(job.record.goal.goal_id)
        },
        lose: (job, error) =>
          Effect.suspend(() => {
            remove(job)
            outbox.send({ type: "job_lost", job_ids: [job.record.job_id], error })
            return save
          }),
        forget: (job) =>
          Effect.suspend(() => {
            remove(job)
            return save
          }),
        report: () => {
          prune()
          if (!outbox.attached) return
          for (const job of unfinished()) if (job.running) outbox.send(updateOf(job, now()))
        }
      })
    })
  )
}
