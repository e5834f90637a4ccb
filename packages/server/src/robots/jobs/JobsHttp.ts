import { Api } from "@fleet/domain/api/Api"
import { CurrentJobHistory, CurrentStop, CurrentTarget } from "@fleet/domain/api/CommandScope"
import { CurrentCaller, CurrentDeveloper } from "@fleet/domain/Caller"
import { RobotFailure } from "@fleet/domain/Errors"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Jobs } from "./Jobs.ts"

export const JobsHttp = HttpApiBuilder.group(
  Api,
  "jobs",
  Effect.fnUntraced(function* (handlers) {
    const jobs = yield* Jobs
    return handlers.handleAll({
      get: Effect.fnUntraced(function* ({ params }) {
        const { robotId } = yield* CurrentTarget
        return { job: (yield* jobs.current(robotId, params.slug))?.job ?? null }
      }),
      start: Effect.fnUntraced(function* ({ payload }) {
        const started = yield* jobs.start(yield* CurrentCaller, yield* CurrentTarget, payload)
        if (started.kind === "action") return { kind: "action" as const, job: started.job }
        const { error, result, state } = yield* started.ended
        if (state === "succeeded") return { result }
        return yield* new RobotFailure(error ?? { code: state, message: `The service call was ${state}.` })
      }),
      cancel: Effect.fnUntraced(function* ({ payload }) {
        return { job: yield* jobs.cancel(yield* CurrentCaller, yield* CurrentTarget, payload?.job_id ?? null) }
      }),
      publish: Effect.fnUntraced(function* ({ payload }) {
        yield* jobs.publish(yield* CurrentCaller, yield* CurrentTarget, payload.message ?? {})
      }),
      release: Effect.fnUntraced(function* () {
        yield* jobs.release(yield* CurrentCaller, yield* CurrentTarget)
      }),
      stop: Effect.fnUntraced(function* ({ payload }) {
        const { ended } = yield* jobs.stop(yield* CurrentCaller, yield* CurrentStop, payload?.all ?? false)
        return yield* ended
      }),
      list: Effect.fnUntraced(function* ({ params }) {
        return { jobs: yield* jobs.list(yield* CurrentCaller, params.id) }
      }),
      history: Effect.fnUntraced(function* ({ query }) {
        return yield* jobs.history(yield* CurrentJobHistory, query)
      }),
      run: Effect.fnUntraced(function* ({ params }) {
        return yield* jobs.run(yield* CurrentJobHistory, params.runId)
      }),
      orgRuns: Effect.fnUntraced(function* ({ query }) {
        return yield* jobs.orgRuns(yield* CurrentDeveloper, query)
      }),
      orgSummary: Effect.fnUntraced(function* ({ query }) {
        const summary = yield* jobs.orgSummary(yield* CurrentDeveloper, query.since_ms)
        return { ...summary, since_ms: query.since_ms }
      })
    })
  })
)
