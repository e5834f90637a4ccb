import type { JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { JobId } from "@fleet/domain/Ids"
import type { Action } from "@fleet/domain/RobotConfig/Command"
import { Clock, Context, Effect, FiberSet, Layer, type Scope } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { type GoalId, type GoalStatus, RosGateway } from "../../ros/RosGateway.ts"
import { ActionName, type ActionWatch, ActionWatches } from "./ActionWatches.ts"
import { fromGoalResult } from "./Endings.ts"
import { externalJobId } from "./ExternalJobId.ts"
import type { Ending, Goal } from "./JobRecord.ts"
import { Jobs } from "./Jobs.ts"
import { standing } from "./Standing.ts"

/** A running goal that was started at the robot, not through the cloud. */
export interface ExternalJob {
  readonly jobId: JobId
  readonly slug: string
  readonly goal: Goal
  feedback: unknown
  /** Set once the robot listed the goal as over. */
  ending: Ending | null
  /** Whether it was reported to the cloud. */
  isReported: boolean
}

const resultTimeout = "1 second"

/** A foreign job as a frame reports it. */
export const updateOf = (job: ExternalJob, nowMs: number): JobUpdate => ({
  type: "job_update",
  job_id: job.jobId,
  slug: job.slug,
  origin: "external",
  goal_id: job.goal.goal_id,
  ...standing(job.ending, job.feedback),
  timestamp_ms: nowMs
})

/** What the configured actions run that was not started here. Known only while the bridge runs. */
export class ExternalGoals extends Context.Service<
  ExternalGoals,
  {
    /** Looks for foreign goals of an action for as long as the scope is open. */
    readonly follow: (slug: string, config: Action) => Effect.Effect<void, never, Scope.Scope>
    readonly find: (jobId: JobId) => ExternalJob | undefined
    readonly running: (slug: string) => ReadonlyArray<ExternalJob>
    /** The robot whose goals these are; part of their ids. */
    readonly setRobot: (robotId: string) => void
    /** Reports every foreign goal, and the ends of those that were reported. */
    readonly report: () => void
  }
>()("@fleet/bridge/ExternalGoals") {
  static readonly layer = Layer.effect(
    ExternalGoals,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const gateway = yield* RosGateway
      const watches = yield* ActionWatches
      const own = yield* Jobs
      const clock = yield* Clock.Clock
      const runFork = yield* FiberSet.makeRuntime<never, void>()
      const followed = new Map<string, { readonly name: ActionName; readonly watch: ActionWatch }>()
      const jobs = new Map<JobId, ExternalJob>()
      let robotId: string | undefined

      const tell = (job: ExternalJob) => {
        outbox.send(updateOf(job, clock.currentTimeMillisUnsafe()))
        job.isReported = true
      }

      const end = (job: ExternalJob, status: GoalStatus) => {
        const ending = fromGoalResult({ status, result: null })
        if (ending === undefined || job.ending !== null) return
        job.ending = ending
        const { action, type, goal_id } = job.goal
        runFork(
          gateway.getResult(action, type, goal_id).pipe(
            Effect.map((answer) => fromGoalResult(answer) ?? ending),
            Effect.timeout(resultTimeout),
            Effect.orElseSucceed(() => ending),
            Effect.map((full) => {
              job.ending = full
              if (job.isReported) tell(job)
            })
          )
        )
      }

      const lose = (job: ExternalJob) => {
        jobs.delete(job.jobId)
        if (!job.isReported || job.ending !== null) return
        const error = { code: "action_server_lost", message: "The action's server is gone." }
        outbox.send({ type: "job_lost", job_ids: [job.jobId], error })
      }

      const take = (slug: string, { action, type }: ActionName, robot: string, goalId: GoalId) => {
        const jobId = externalJobId(robot, slug, goalId)
        const known = jobs.get(jobId)
        if (known !== undefined) return known
        const goal = { action, type, goal_id: goalId }
        const job: ExternalJob = { jobId, slug, goal, feedback: undefined, ending: null, isReported: false }
        jobs.set(jobId, job)
        return job
      }

      const look = (slug: string, name: ActionName, watch: ActionWatch, robot: string) => {
        const goals = watch.goals()
        // The server left, or came back and has not listed its goals yet.
        if (goals === undefined) return
        const listed = new Set<JobId>()
        for (const { goalId, status } of goals) {
          if (own.ownsGoal(goalId)) continue
          const jobId = externalJobId(robot, slug, goalId)
          listed.add(jobId)
          const job = status < 4 ? take(slug, name, robot, goalId) : jobs.get(jobId)
          if (job === undefined) continue
          job.feedback = watch.feedback(goalId)
          if (status >= 4) end(job, status)
          else if (outbox.attached) tell(job)
        }
        for (const job of jobs.values()) if (job.slug === slug && !listed.has(job.jobId)) lose(job)
      }

      return ExternalGoals.of({
        follow: Effect.fnUntraced(function* (slug, config) {
          const name = new ActionName({ action: config.ros_name, type: config.type })
          const watch = yield* watches.get(name)
          yield* Effect.acquireRelease(
            Effect.sync(() => followed.set(slug, { name, watch })),
            () =>
              Effect.sync(() => {
                followed.delete(slug)
                for (const job of jobs.values()) if (job.slug === slug) jobs.delete(job.jobId)
              })
          )
        }),
        find: (jobId) => jobs.get(jobId),
        running: (slug) => [...jobs.values()].filter((job) => job.slug === slug && job.ending === null),
        setRobot: (id) => {
          robotId = id
        },
        report: () => {
          if (robotId === undefined) return
          for (const [slug, { name, watch }] of followed) look(slug, name, watch, robotId)
        }
      })
    })
  )
}
