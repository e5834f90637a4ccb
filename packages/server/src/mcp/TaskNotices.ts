import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { JobState } from "@fleet/domain/Jobs"
import { Context, Effect, Layer, Option, Queue } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import { isFinal } from "../robots/jobs/JobStateMachine.ts"
import type { Principal } from "./Principal.ts"
import type { Task } from "./task.ts"
import { Tasks } from "./Tasks.ts"

/** How many tasks one stream of notices follows; further ones are not accepted. */
export const maxTasks = 32

/** Tasks that a stream follows. */
export interface Following {
  /** The tasks that are followed, as they were asked for. */
  readonly ids: ReadonlyArray<string>
  /** Waits for a task whose job has moved. Null once no task is left. */
  readonly next: Effect.Effect<Task | null>
  readonly stop: () => void
}

/** What is followed of a job. */
interface Followed {
  readonly robotId: RobotId
  /** The state of the last notice; null where even an end is news. */
  notified: JobState | null
  isWaiting: boolean
}

/**
 * Notices of tasks, for streams. It keeps what a stream follows until the job has ended or the stream has. Whether the task
 * may be sent is decided anew for each notice, and the job is read then: a slow reader misses states, never the last.
 */
export class TaskNotices extends Context.Service<
  TaskNotices,
  {
    /** Those of the tasks that this client started for its person, and may still know. To be stopped. */
    readonly follow: (principal: Principal, ids: ReadonlyArray<string>) => Effect.Effect<Following>
    /** How many tasks are followed, by all streams. */
    readonly size: Effect.Effect<number>
  }
>()("@fleet/server/mcp/TaskNotices") {
  static readonly layer = Layer.effect(
    TaskNotices,
    Effect.gen(function* () {
      const bus = yield* Bus
      const tasks = yield* Tasks
      let size = 0

      return TaskNotices.of({
        follow: Effect.fn("TaskNotices.follow")(function* (principal, asked) {
          const jobs = new Map<JobId, Followed>()
          const robots = new Map<RobotId, () => void>()
          const moved = yield* Queue.unbounded<JobId>()

          const move = (id: JobId, followed: Followed) => {
            if (followed.isWaiting) return
            followed.isWaiting = true
            Queue.offerUnsafe(moved, id)
          }
          const leave = (id: JobId, { robotId }: Followed) => {
            if (!jobs.delete(id)) return
            size--
            if ([...jobs.values()].some((other) => other.robotId === robotId)) return
            robots.get(robotId)?.()
            robots.delete(robotId)
          }
          const listen = (robotId: RobotId) => {
            if (robots.has(robotId)) return
            const stop = bus.followUnsafe(robotId, (event) => {
              if (event.type !== "job") return
              const followed = jobs.get(event.job.id)
              if (followed !== undefined && followed.notified !== event.job.state) move(event.job.id, followed)
            })
            robots.set(robotId, stop)
          }

          const stop = () => {
            for (const [id, followed] of jobs) leave(id, followed)
          }

          const enter = Effect.fnUntraced(function* (id: string) {
            const found = Option.getOrNull(yield* Effect.option(tasks.started(principal, id)))
            if (found === null) return
            const { robot_id: robotId, state } = found.job
            const followed = { robotId, notified: isFinal(state) ? null : state, isWaiting: false }
            jobs.set(found.job.id, followed)
            size++
            listen(robotId)
            // It may have moved before it was listened to.
            move(found.job.id, followed)
          })
          const all = [...new Set(asked)].slice(0, maxTasks)
          yield* Effect.onError(Effect.forEach(all, enter, { discard: true }), () => Effect.sync(stop))

          const notice = Effect.fnUntraced(function* (id: JobId, followed: Followed) {
            followed.isWaiting = false
            const found = Option.getOrNull(yield* Effect.option(tasks.started(principal, id)))
            if (found === null || isFinal(found.job.state)) leave(id, followed)
            if (found === null || found.job.state === followed.notified) return null
            followed.notified = found.job.state
            return found.task
          })

          return {
            ids: [...jobs.keys()],
            next: Effect.gen(function* () {
              while (jobs.size > 0) {
                const id = yield* Queue.take(moved)
                const followed = jobs.get(id)
                const task = followed === undefined ? null : yield* notice(id, followed)
                if (task !== null) return task
              }
              return null
            }).pipe(Effect.tapDefect((defect) => Effect.logError("notices of tasks could not be sent", defect))),
            stop
          }
        }),
        size: Effect.sync(() => size)
      })
    })
  )
}
