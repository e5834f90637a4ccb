import { FleetError } from "./FleetError.ts"
import type { CallOptions } from "./Http.ts"
import { Subscription } from "./realtime/Subscription.ts"
import type { RobotContext } from "./RobotContext.ts"
import type { Job, JobRun } from "./types.gen.ts"
import type { JobUpdate } from "./Values.ts"

const final: ReadonlySet<Job["state"]> = new Set(["succeeded", "failed", "cancelled", "lost"])

const jobOf = (run: JobRun): Job => ({
  id: run.id,
  robot_id: run.robot_id,
  slug: run.slug,
  state: run.state,
  origin: "platform",
  started_at: run.started_at,
  updated_at: run.ended_at ?? run.started_at,
  seq: run.seq,
  result: run.result,
  error: run.error
})

/** One job: watch it with `updates()`, wait for its end with `result()`, stop it with `cancel()`. */
export class JobHandle {
  /** What is known of it now. */
  job: Job
  readonly #robot: RobotContext

  constructor(robot: RobotContext, job: Job) {
    this.#robot = robot
    this.job = job
  }

  get id(): string {
    return this.job.id
  }

  /** Each change, up to the final one. Leaving the loop stops nothing at the robot. */
  async *updates({ signal }: { readonly signal?: AbortSignal } = {}): AsyncGenerator<JobUpdate, void, undefined> {
    signal?.throwIfAborted()
    const watch = this.#open()
    const close = () => watch.close()
    signal?.addEventListener("abort", close, { once: true })
    try {
      for await (const update of watch) {
        yield update
        if (final.has(update.state)) return
      }
    } finally {
      signal?.removeEventListener("abort", close)
      close()
    }
    signal?.throwIfAborted()
  }

  /** The job at its end, whichever that is: look at `state`. */
  async result(options: { readonly signal?: AbortSignal } = {}): Promise<Job> {
    if (final.has(this.job.state)) return this.job
    for await (const _ of this.updates(options));
    return this.job
  }

  /** Asks the robot to stop it. Answers the job as it then is; its end comes with the updates. */
  async cancel(options: CallOptions = {}): Promise<Job> {
    const answer = await this.#robot.request("jobs.cancel", {
      ...options,
      params: { id: this.#robot.id, slug: this.job.slug },
      body: { job_id: this.id }
    })
    return answer.job === null ? this.job : this.#learn(answer.job)
  }

  /**
   * Frames bring every change. The service is also asked once at the start and after each gap, since the end may have
   * come while nothing listened.
   */
  #open(): Subscription<JobUpdate> {
    return new Subscription<JobUpdate>((sink) => {
      const take = (job: Job, feedback: unknown, progress: number | null) => {
        if (job.updated_at < this.job.updated_at) return
        sink.next({ ...this.#learn(job), feedback, progress })
      }
      const ask = () =>
        void this.#ask().then(
          (job) => take(job, null, null),
          (error: FleetError) => {
            // Without a network the socket is on its way back too, and asks again.
            if (error.status > 0 || error.is("connection_lost")) sink.fail(error)
          }
        )
      const stop = this.#robot.realtime.follow(
        { robotId: this.#robot.id, slug: this.job.slug, kind: "action" },
        {
          next: (frame) => {
            if (frame.type !== "job") return
            if (frame.job.id === this.id) take(frame.job, frame.feedback, frame.progress)
            else ask()
          },
          fail: sink.fail,
          resumed: ask
        }
      )
      ask()
      return stop
    })
  }

  /** The slug's newest job is this one, or this one has ended and is among the past runs. */
  async #ask(): Promise<Job> {
    const params = { id: this.#robot.id, slug: this.job.slug }
    const { job } = await this.#robot.request("jobs.get", { params })
    if (job?.id === this.id) return job
    const query = { slug: this.job.slug, limit: 200 }
    const { runs } = await this.#robot.request("jobs.history", { params: { id: params.id }, query })
    const run = runs.find(({ id }) => id === this.id)
    if (run === undefined) throw new FleetError("connection_lost", "The job ended unheard and is not in the history.")
    return jobOf(run)
  }

  #learn(job: Job): Job {
    this.job = job
    return job
  }
}
