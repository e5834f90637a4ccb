import { type ApiError, NotFound } from "@fleet/domain/Errors"
import { JobId } from "@fleet/domain/Ids"
import { Job } from "@fleet/domain/Jobs"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { unread } from "../access/Access.ts"
import { isFinal } from "../robots/jobs/JobStateMachine.ts"
import { Jobs } from "../robots/jobs/Jobs.ts"
import { OwnJobs } from "../robots/jobs/OwnJobs.ts"
import type { Principal } from "./Principal.ts"
import { isKept, type Task, taskOf } from "./task.ts"
import type { ToolResult } from "./Tools.ts"

const decodeId = Schema.decodeUnknownOption(JobId)
const decodeResult = Schema.decodeUnknownOption(Schema.toCodecJson(Schema.Struct({ job: Job })))

/** A task, and the job that it is. */
export interface StartedTask {
  readonly task: Task
  readonly job: Job
}

/** Jobs as tasks. Nothing is kept of a task: each call reads the job, and decides anew whether the caller may know it. */
export class Tasks extends Context.Service<
  Tasks,
  {
    /** The task of the job that a tool answered; none for a refusal, a preview, or a tool that starts no job. */
    readonly begun: (result: ToolResult) => Effect.Effect<Option.Option<Task>>
    /** A task of the caller's own, until a day after its end; any other is as good as none. */
    readonly get: (principal: Principal, id: string) => Effect.Effect<Task, NotFound>
    /** The same as it stands now, whatever was known when the principal was proven, for the client that started it alone. */
    readonly started: (principal: Principal, id: string) => Effect.Effect<StartedTask, NotFound>
    /** Asks the robot to cancel the job. One that has ended already stays as it is. */
    readonly cancel: (principal: Principal, id: string) => Effect.Effect<void, ApiError>
  }
>()("@fleet/server/mcp/Tasks") {
  static readonly layer = Layer.effect(
    Tasks,
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const own = yield* OwnJobs

      const find = Effect.fnUntraced(function* ({ caller, robotId }: Principal, id: string) {
        const jobId = Option.getOrNull(decodeId(id))
        const found = jobId === null ? null : yield* own.find(caller, jobId)
        if (found === null || (robotId !== null && found.job.robot_id !== robotId)) return yield* new NotFound()
        const nowMs = yield* Clock.currentTimeMillis
        return isKept(found.job, nowMs) ? { live: found, nowMs } : yield* new NotFound()
      })

      return Tasks.of({
        begun: Effect.fnUntraced(function* ({ isError, json }) {
          const nowMs = yield* Clock.currentTimeMillis
          if (isError) return Option.none()
          return Option.map(decodeResult(json), ({ job }) => taskOf({ job, progress: null }, nowMs))
        }),
        get: Effect.fn("Tasks.get")(function* (principal, id) {
          const { live, nowMs } = yield* find(principal, id)
          return taskOf(live, nowMs)
        }),
        started: Effect.fn("Tasks.started")(function* (principal, id) {
          const { live, nowMs } = yield* find({ ...principal, caller: unread(principal.caller) }, id)
          if (live.clientId !== principal.clientId) return yield* new NotFound()
          return { task: taskOf(live, nowMs), job: live.job }
        }),
        cancel: Effect.fn("Tasks.cancel")(function* (principal, id) {
          const { job } = (yield* find(principal, id)).live
          if (isFinal(job.state)) return
          const target = yield* jobs.target(principal.caller, job.robot_id, job.slug, ["action", "service"])
          yield* jobs.cancel(principal.caller, target, job.id)
        })
      })
    })
  )
}
