import { Action, Publisher, Service } from "./Commands.ts"
import { Camera } from "./Camera.ts"
import { Datapoint } from "./Datapoint.ts"
import type { CallOptions, RouteInput } from "./Http.ts"
import type { Topic } from "./realtime/Channels.ts"
import type { Subscription } from "./realtime/Subscription.ts"
import type { RobotModel } from "./Model.ts"
import { Recordings } from "./Recordings.ts"
import { type RobotContext, subscription } from "./RobotContext.ts"
import type {
  Alert,
  AlertHistoryPage,
  AlertPreview,
  AssetList,
  CameraDescriptor,
  DatapointListItem,
  Job,
  JobRunPage,
  McpRobotDatasheet,
  StopResponse
} from "./types.gen.ts"
import type { CommandOptions, Viewer } from "./Values.ts"

/** Whom a stop concerns, and how it is sent. */
export interface StopOptions extends Pick<CommandOptions, "signal" | "timeoutMs" | "via"> {
  /** Not only what the caller began. False by default. */
  readonly all?: boolean
}

/** One robot, as far as the caller reaches it. Nothing is asked before one of its methods is. */
export class Robot {
  readonly #context: RobotContext
  readonly id: string

  constructor(context: RobotContext) {
    this.#context = context
    this.id = context.id
  }

  datapoint<Value = unknown>(slug: string): Datapoint<Value> {
    return new Datapoint(this.#context, slug)
  }

  action(slug: string): Action {
    return new Action(this.#context, slug)
  }

  service<Result = unknown>(slug: string): Service<Result> {
    return new Service(this.#context, slug)
  }

  publisher(slug: string): Publisher {
    return new Publisher(this.#context, slug)
  }

  camera(slug: string): Camera {
    return new Camera(this.#context, slug)
  }

  /** The granted cameras. */
  async cameras(options: CallOptions = {}): Promise<ReadonlyArray<CameraDescriptor>> {
    return (await this.#context.request("cameras.list", { ...options, params: { id: this.id } })).cameras
  }

  /** Who looks at the robot. */
  presence({ signal }: { readonly signal?: AbortSignal } = {}): Subscription<ReadonlyArray<Viewer>> {
    const topic: Topic = { robotId: this.id, slug: null }
    return subscription<"presence", ReadonlyArray<Viewer>>(this.#context, topic, ({ viewers }) => viewers, signal)
  }

  /** The granted datapoints. */
  async datapoints(options: CallOptions = {}): Promise<ReadonlyArray<DatapointListItem>> {
    return (await this.#context.request("datapoints.list", { ...options, params: { id: this.id } })).datapoints
  }

  /** Everything granted, described. */
  datasheet(options: CallOptions = {}): Promise<McpRobotDatasheet> {
    return this.#context.request("datapoints.datasheet", { ...options, params: { id: this.id } })
  }

  /** The files of the robot, and what its URDF lacks; with the capability `assets`. */
  assets(options: CallOptions = {}): Promise<AssetList> {
    return this.#context.request("assets.list", { ...options, params: { id: this.id } })
  }

  /** What a loader of URDFs needs; null without a URDF. With the capability `assets`. */
  async model(options: CallOptions = {}): Promise<RobotModel | null> {
    return (await import("./Model.ts")).loadModel(this.#context, options)
  }

  /** What the robot's recorder has kept. */
  get recordings(): Recordings {
    return new Recordings(this.#context)
  }

  /** The published alerts and their states; for developers. */
  async alerts(options: CallOptions = {}): Promise<ReadonlyArray<Alert>> {
    return (await this.#context.request("alerts.list", { ...options, params: { id: this.id } })).alerts
  }

  /** When alerts fired and resolved, newest first; `next_cursor` goes into `before_seq`. */
  alertHistory({
    query,
    ...options
  }: Pick<RouteInput<"alerts.history">, "query"> & CallOptions = {}): Promise<AlertHistoryPage> {
    return this.#context.request("alerts.history", {
      ...options,
      params: { id: this.id },
      ...(query === undefined ? {} : { query })
    })
  }

  /** When an alert with this condition would have fired and resolved, by what a datapoint recorded. */
  previewAlert(body: RouteInput<"alerts.preview">["body"], options: CallOptions = {}): Promise<AlertPreview> {
    return this.#context.request("alerts.preview", { ...options, params: { id: this.id }, body })
  }

  /**
   * Stops the robot: cancels the caller's jobs on it, and has it sent the failsafe message of each publisher that the caller
   * holds. With `all` those of everybody, on the slugs that the caller is granted. Over the socket, behind the commands
   * before it, unless `via` says `rest`. Answers what was stopped; fails with `robot_offline` where nothing reaches it.
   */
  async stop({ all = false, via, ...options }: StopOptions = {}): Promise<StopResponse> {
    const { id, realtime, request } = this.#context
    if (via === "rest") return request("jobs.stop", { ...options, params: { id }, body: { all } })
    return (await realtime.command({ type: "stop", robot_id: id, all }, options.signal)).result!
  }

  /** The most recent job of every granted slug. */
  async jobs(options: CallOptions = {}): Promise<ReadonlyArray<Job>> {
    return (await this.#context.request("jobs.list", { ...options, params: { id: this.id } })).jobs
  }

  /** Past runs, newest first; `next_cursor` goes into `before_seq`. */
  jobHistory({ query, ...options }: Pick<RouteInput<"jobs.history">, "query"> & CallOptions = {}): Promise<JobRunPage> {
    return this.#context.request("jobs.history", {
      ...options,
      params: { id: this.id },
      ...(query === undefined ? {} : { query })
    })
  }
}
