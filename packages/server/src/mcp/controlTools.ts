import { RobotFailure } from "@fleet/domain/Errors"
import { JobId } from "@fleet/domain/Ids"
import { GivenParameters, Job, JobActor, PatienceMs, StopResponse } from "@fleet/domain/Jobs"
import { Slug } from "@fleet/domain/Slug"
import { AnyJson, AnyMap, Int } from "@fleet/domain/Wire"
import { Effect, Schema } from "effect"
import { Jobs } from "../robots/jobs/Jobs.ts"
import { jobAsItStands } from "./jobAsItStands.ts"
import { makeConfirm } from "./confirm.ts"
import { controls } from "./Tool.ts"

const invocation = {
  slug: Slug,
  params: Schema.optionalKey(GivenParameters),
  patience_ms: Schema.optionalKey(PatienceMs)
}

/** What a preview answers: what would be sent, and to what. Nothing is sent. */
export const PreviewResult = Schema.Struct({
  preview: Schema.Literal(true),
  would: Schema.Struct({ ros_name: Schema.String, type: Schema.String, message: AnyMap, actor: JobActor }),
  warnings: Schema.Array(Schema.String)
})

/** Tools that command robots. */
export const controlTools = Effect.gen(function* () {
  const jobs = yield* Jobs
  const confirm = yield* makeConfirm

  return [
    controls({
      name: "start_action",
      title: "Start an action",
      description:
        "Starts an action and answers its job; wait_ms waits for the end. preview: true checks everything and sends nothing.",
      need: { kinds: ["action"] },
      destructive: true,
      preview: true,
      startsTask: true,
      args: { ...invocation, wait_ms: Schema.optionalKey(Int(0, 60_000)) },
      result: { job: Job },
      run: Effect.fnUntraced(function* (call, args) {
        const { params = {}, patience_ms, preview, robot_id, slug, wait_ms = 0 } = args as typeof args & Previewed
        const target = yield* jobs.target(call.caller, robot_id, slug, ["action"])
        const checked = jobs.preview(call.caller, target, params)
        if (preview === true) return yield* previewed(checked)
        yield* confirm(call, "start_action", robot_id, slug, { parameters: params }).pipe(afterChecks(checked))
        const { job } = yield* jobs.start(call.caller, target, {
          params,
          ...(patience_ms === undefined ? {} : { patience_ms })
        })
        if (wait_ms === 0 || call.takesTasks) return { job }
        const found = yield* jobAsItStands(jobs, call, robot_id, slug, wait_ms, job.id)
        return { job: found?.job.id === job.id ? found.job : job }
      })
    }),
    controls({
      name: "call_service",
      title: "Call a service",
      description: "Calls a service and answers its result. preview: true checks everything and sends nothing.",
      need: { kinds: ["service"] },
      destructive: true,
      preview: true,
      args: invocation,
      result: { result: AnyJson },
      run: Effect.fnUntraced(function* (call, args) {
        const { params = {}, patience_ms, preview, robot_id, slug } = args as typeof args & Previewed
        const target = yield* jobs.target(call.caller, robot_id, slug, ["service"])
        const checked = jobs.preview(call.caller, target, params)
        if (preview === true) return yield* previewed(checked)
        yield* confirm(call, "call_service", robot_id, slug, { parameters: params }).pipe(afterChecks(checked))
        const started = yield* jobs.start(call.caller, target, {
          params,
          ...(patience_ms === undefined ? {} : { patience_ms })
        })
        const ended = started.kind === "service" ? yield* started.ended : started.job
        if (ended.state === "succeeded") return { result: ended.result }
        const { error, state } = ended
        return yield* new RobotFailure(error ?? { code: state, message: `The service call was ${state}.` })
      })
    }),
    controls({
      name: "publish",
      title: "Publish a message",
      description:
        "Sends one message of a publisher, which you then hold for a while. preview: true checks everything and sends nothing.",
      need: { kinds: ["publisher"] },
      destructive: true,
      preview: true,
      args: { slug: Slug, message: Schema.optionalKey(GivenParameters) },
      result: { sent: Schema.Literal(true) },
      run: Effect.fnUntraced(function* (call, args) {
        const { message = {}, preview, robot_id, slug } = args as typeof args & Previewed
        const target = yield* jobs.target(call.caller, robot_id, slug, ["publisher"])
        const checked = jobs.preview(call.caller, target, message)
        if (preview === true) return yield* previewed(checked)
        yield* confirm(call, "publish", robot_id, slug, { parameters: message }).pipe(afterChecks(checked))
        yield* jobs.publish(call.caller, target, message)
        return { sent: true as const }
      })
    }),
    controls({
      name: "cancel_job",
      title: "Cancel a job",
      description: "Asks the robot to cancel a job of an action; without job_id every goal of the slug.",
      need: { kinds: ["action", "publisher"] },
      idempotent: true,
      args: { slug: Slug, job_id: Schema.optionalKey(Schema.NullOr(JobId)) },
      result: { job: Schema.NullOr(Job) },
      run: Effect.fnUntraced(function* ({ caller }, { job_id = null, robot_id, slug }) {
        const target = yield* jobs.target(caller, robot_id, slug, ["action", "service"])
        return { job: yield* jobs.cancel(caller, target, job_id) }
      })
    }),
    controls({
      name: "stop_robot",
      title: "Stop a robot",
      description:
        "Stops what you do with a robot, at once and without asking: cancels your jobs, and has it send the failsafe of publishers you hold. No emergency stop.",
      need: { kinds: ["action", "publisher"] },
      idempotent: true,
      args: {},
      result: StopResponse.fields,
      run: Effect.fnUntraced(function* ({ caller }, { robot_id }) {
        const { ended } = yield* jobs.stop(caller, yield* jobs.stopTarget(caller, robot_id), false)
        return yield* ended
      })
    })
  ]
})

/** What would be refused anyway is not asked about. */
const afterChecks =
  <A, E>(checked: Effect.Effect<A, E>) =>
  <E2>(asked: Effect.Effect<void, E2>) =>
    Effect.andThen(checked, asked)

interface Previewed {
  readonly preview?: boolean
}

const previewed = <A extends object, E>(preview: Effect.Effect<A, E>) =>
  Effect.map(preview, (checked) => ({ preview: true as const, ...checked }))
