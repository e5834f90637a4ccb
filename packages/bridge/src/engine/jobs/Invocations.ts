import type { Invoke } from "@fleet/bridge-protocol/CloudMessages"
import type { JobId } from "@fleet/domain/Ids"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import { type Exposure, findExposure } from "@fleet/domain/RobotConfig/Exposures"
import type { Parameters } from "@fleet/domain/RobotConfig/Parameters"
import { resolveMessage } from "@fleet/domain/RobotConfig/Template"
import { Cause, Context, Effect, Exit, FiberMap, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { RosGateway } from "../../ros/RosGateway.ts"
import { wordsOf } from "../wordsOf.ts"
import { followGoal, runAction } from "./ActionRun.ts"
import { ActionWatches } from "./ActionWatches.ts"
import { failed } from "./Endings.ts"
import { Jobs, maxUnfinished, type OwnJob } from "./Jobs.ts"
import { runService } from "./ServiceRun.ts"

type Command = Extract<Exposure, { kind: "action" | "service" }>

const isCommand = (exposure: Exposure | undefined): exposure is Command =>
  exposure?.kind === "action" || exposure?.kind === "service"

/** The result of a command: the record to keep, and the run. */
const prepare = (
  { job_id, slug, params, patience_ms }: typeof Invoke.Type,
  command: Command,
  doc: DeliveredDocument
) => {
  // The cloud has checked the parameters and filled in the defaults.
  const message = resolveMessage(doc, command.config.message, params as Parameters)
  if (command.kind === "service") {
    const run = (job: OwnJob) => runService(job, command.config, message, patience_ms)
    return { record: { job_id, slug, goal: null }, run }
  }
  const goal = { action: command.config.ros_name, type: command.config.type, goal_id: randomUUID() }
  const run = (job: OwnJob) => runAction(job, goal, message, patience_ms)
  return { record: { job_id, slug, goal }, run }
}

/** The end of a job that the bridge itself failed to run, with the words of what was thrown. */
const broken = (thrown: unknown) => failed("internal_error", `The bridge failed to run this job: ${wordsOf(thrown)}`)

/** Runs the jobs the cloud asks for. */
export class Invocations extends Context.Service<
  Invocations,
  {
    /** Takes a job in and runs it beside everything else. A job that is here already is not run twice. */
    readonly invoke: (message: typeof Invoke.Type, doc: DeliveredDocument) => Effect.Effect<void>
  }
>()("@fleet/bridge/Invocations") {
  static readonly layer = Layer.effect(
    Invocations,
    Effect.gen(function* () {
      const jobs = yield* Jobs
      const context = yield* Effect.context<RosGateway | Jobs | ActionWatches>()
      const running = yield* FiberMap.make<JobId>()

      /** Whatever goes wrong in here, the job gets its end. A shutdown is no end: the next run picks the job up. */
      const start = (job: OwnJob, run: Effect.Effect<void, never, RosGateway | Jobs | ActionWatches>) =>
        run.pipe(
          Effect.provideContext(context),
          Effect.onExit((exit) =>
            Exit.isFailure(exit) && Exit.hasDies(exit) ? jobs.end(job, broken(Cause.squash(exit.cause))) : Effect.void
          ),
          FiberMap.run(running, job.record.job_id)
        )

      const refuse = (message: typeof Invoke.Type, ending: ReturnType<typeof failed>) =>
        Effect.flatMap(jobs.add({ job_id: message.job_id, slug: message.slug, goal: null }), (job) =>
          jobs.end(job, ending)
        )

      for (const job of jobs.unfinished()) {
        const { goal } = job.record
        if (goal !== null) yield* start(job, followGoal(job, goal))
      }

      return Invocations.of({
        invoke: Effect.fnUntraced(
          function* (message, doc) {
            if (jobs.get(message.job_id) !== undefined) return
            const unfinished = jobs.unfinished().length
            if (unfinished >= maxUnfinished) {
              const details = { limit: maxUnfinished, queued: unfinished }
              return yield* refuse(message, failed("job_queue_full", "The robot holds too many jobs.", details))
            }
            const command = findExposure(doc, message.slug)
            if (!isCommand(command)) {
              const words = `There is no action or service ${message.slug} in the running configuration.`
              return yield* refuse(message, failed("unknown_slug", words))
            }
            const { record, run } = prepare(message, command, doc)
            const job = yield* jobs.add(record)
            yield* start(job, run(job))
          },
          // What is thrown before the job runs ends it as well.
          (invoking, message) =>
            Effect.catchDefect(invoking, (defect) => {
              const job = jobs.get(message.job_id)
              return job === undefined ? refuse(message, broken(defect)) : jobs.end(job, broken(defect))
            })
        )
      })
    })
  )
}
