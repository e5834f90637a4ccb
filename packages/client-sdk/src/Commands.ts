import { FleetError } from "./FleetError.ts"
import type { CallOptions } from "./Http.ts"
import { JobHandle } from "./JobHandle.ts"
import type { Topic } from "./realtime/Channels.ts"
import type { Subscription } from "./realtime/Subscription.ts"
import { type RobotContext, subscription } from "./RobotContext.ts"
import type { ActionAccepted, Job, ServiceAnswer } from "./types.gen.ts"
import type { CommandOptions, JobUpdate, Params } from "./Values.ts"

/** Added to the caller's timeout for the robot before the request itself times out, in milliseconds. */
const answerSlack = 10_000

const invocation = (params: Params | undefined, { patienceMs }: CommandOptions) => ({
  ...(params === undefined ? {} : { params }),
  ...(patienceMs === undefined ? {} : { patience_ms: patienceMs })
})

const startOf = async (
  robot: RobotContext,
  slug: string,
  params: Params | undefined,
  options: CommandOptions
): Promise<{ readonly job: Job | null; readonly result: unknown }> => {
  const body = invocation(params, options)
  if (options.via === "realtime") {
    const answer = await robot.realtime.command({ type: "invoke", robot_id: robot.id, slug, ...body }, options.signal)
    return answer.kind === "service"
      ? { job: null, result: answer.job?.result ?? null }
      : { job: answer.job, result: null }
  }
  const timeoutMs = options.timeoutMs ?? (options.patienceMs ?? 15_000) + answerSlack
  const answer: ActionAccepted | ServiceAnswer = await robot.request("jobs.start", {
    ...options,
    timeoutMs,
    params: { id: robot.id, slug },
    body
  })
  return "job" in answer ? { job: answer.job, result: null } : { job: null, result: answer.result }
}

/** The newest job of a slug, and each change. */
const jobsOf = (
  robot: RobotContext,
  slug: string,
  kind: "action" | "service",
  { signal }: { readonly signal?: AbortSignal }
): Subscription<JobUpdate> => {
  const topic: Topic = { robotId: robot.id, slug, kind }
  return subscription<"job", JobUpdate>(
    robot,
    topic,
    ({ feedback, job, progress }) => ({ ...job, feedback, progress }),
    signal
  )
}

/** A thing a robot does that takes a while. */
export class Action {
  readonly #robot: RobotContext
  readonly slug: string

  constructor(robot: RobotContext, slug: string) {
    this.#robot = robot
    this.slug = slug
  }

  /** Starts it. Answers as soon as the command was sent to the robot; fails with `busy` while a job runs. */
  async start(params?: Params, options: CommandOptions = {}): Promise<JobHandle> {
    const { job } = await startOf(this.#robot, this.slug, params, options)
    if (job === null) throw new FleetError("wrong_kind", `${this.slug} is not an action.`)
    return new JobHandle(this.#robot, job)
  }

  /** The newest job, no matter who started it, then each change of it, and the jobs after it. */
  subscribe(options: { readonly signal?: AbortSignal } = {}): Subscription<JobUpdate> {
    return jobsOf(this.#robot, this.slug, "action", options)
  }

  /** Follows a job that runs already, no matter who started it; null where there was never one. */
  async current(options: CallOptions = {}): Promise<JobHandle | null> {
    const { job } = await this.#robot.request("jobs.get", {
      ...options,
      params: { id: this.#robot.id, slug: this.slug }
    })
    return job === null ? null : new JobHandle(this.#robot, job)
  }

  /** Cancels whatever runs on the slug. Answers the job the cancel went to, or null where nothing ran. */
  async cancel(options: CallOptions = {}): Promise<Job | null> {
    const params = { id: this.#robot.id, slug: this.slug }
    return (await this.#robot.request("jobs.cancel", { ...options, params, body: {} })).job
  }
}

/** A question a robot answers. */
export class Service<Result> {
  readonly #robot: RobotContext
  readonly slug: string

  constructor(robot: RobotContext, slug: string) {
    this.#robot = robot
    this.slug = slug
  }

  /** Calls it and waits for its answer, at most `patienceMs` (15000 by default). */
  async call(params?: Params, options: CommandOptions = {}): Promise<Result> {
    return (await startOf(this.#robot, this.slug, params, options)).result as Result
  }

  /** The newest call, no matter who made it, as a job: when it began, its state, then its result or error, and the calls after it. */
  subscribe(options: { readonly signal?: AbortSignal } = {}): Subscription<JobUpdate> {
    return jobsOf(this.#robot, this.slug, "service", options)
  }
}

/** A topic of a robot that messages can be sent to. */
export class Publisher {
  readonly #robot: RobotContext
  readonly slug: string

  constructor(robot: RobotContext, slug: string) {
    this.#robot = robot
    this.slug = slug
  }

  /** Sends one message, over the socket unless `via` says `rest`. Fails with `publisher_busy` while another holds it. */
  async publish(message?: Params, options: Omit<CommandOptions, "patienceMs"> = {}): Promise<void> {
    const body = message === undefined ? {} : { message }
    if (options.via === "rest") {
      await this.#robot.request("jobs.publish", { ...options, params: { id: this.#robot.id, slug: this.slug }, body })
    } else {
      const command = { type: "publish", robot_id: this.#robot.id, slug: this.slug, ...body } as const
      await this.#robot.realtime.command(command, options.signal, options.atOnce)
    }
  }

  /**
   * Ends the caller's hold, and has the robot sent the failsafe message now rather than after its timeout. Over the socket
   * unless `via` says `rest`, and so after what was published before. Nothing happens where the caller holds nothing.
   */
  async release({ via, ...options }: Omit<CommandOptions, "patienceMs"> = {}): Promise<void> {
    const { id, realtime, request } = this.#robot
    if (via === "rest") await request("jobs.release", { ...options, params: { id, slug: this.slug } })
    else await realtime.command({ type: "release", robot_id: id, slug: this.slug }, options.signal)
  }
}
