import type { Camera } from "./Camera.ts"
import type { Publisher } from "./Commands.ts"
import type { Datapoint } from "./Datapoint.ts"
import type { ErrorCode, FleetError } from "./FleetError.ts"
import type { CallOptions } from "./Http.ts"
import type { Subscription } from "./realtime/Subscription.ts"
import type { Robot } from "./Robot.ts"
import type { Job } from "./types.gen.ts"
import type { CommandOptions, JobUpdate } from "./Values.ts"

/** What `fleet types` writes of a robot: for each slug, the types of what goes to the robot and comes back. */
export interface Exposures {
  /** The value of each. */
  readonly datapoints: object
  /** `{ params, result, feedback }` of each. */
  readonly actions: object
  /** `{ params, result }` of each. */
  readonly services: object
  /** The message of each. */
  readonly publishers: object
  /** The still and live pictures of each. */
  readonly cameras: object
}

/** The parameters of a command that has none. */
export interface NoParams {
  readonly [name: string]: never
}

type Part<Of, Key extends string> = Of extends { readonly [Name in Key]: infer Value } ? Value : unknown

/** What a call takes: parameters may be left out where all of them may. */
type Given<Taken, Options> = Taken extends NoParams
  ? [params?: NoParams, options?: Options]
  : object extends Taken
    ? [params?: Taken, options?: Options]
    : [params: Taken, options?: Options]

/** One refusal for each code: `switch (refusal.code)` narrows `details`. */
export type Refusal<Code extends ErrorCode> = Code extends ErrorCode ? FleetError<Code> : never

/** Another job runs on the slug. */
export type BusyRefusal = Refusal<"busy"> & { readonly details: { readonly running: Job } }
/** Why an action is not started. `unknown_slug` is what a slug answers that was renamed or removed since the types were written. */
export type ActionRefusal =
  | BusyRefusal
  | Refusal<"unknown_slug" | "parameter_invalid" | "robot_offline" | "bridge_timeout" | "forbidden">
/** Why a service does not answer. A robot may have codes of its own besides. */
export type ServiceRefusal = ActionRefusal
/** Why a message is not sent. */
export type PublishRefusal = Refusal<
  "unknown_slug" | "parameter_invalid" | "robot_offline" | "publisher_busy" | "forbidden"
>

/** A job as it ended; `result` is null unless it succeeded. */
export interface TypedJob<Result> extends Omit<Job, "result"> {
  readonly result: Result | null
}

/** A change of a running job. */
export interface TypedJobUpdate<Result, Feedback> extends Omit<JobUpdate, "result" | "feedback"> {
  readonly result: Result | null
  readonly feedback: Feedback | null
}

/** One job: watch it with `updates()`, wait for its end with `result()`, stop it with `cancel()`. */
export interface TypedJobHandle<Result, Feedback> {
  readonly id: string
  readonly job: TypedJob<Result>
  updates(options?: {
    readonly signal?: AbortSignal
  }): AsyncGenerator<TypedJobUpdate<Result, Feedback>, void, undefined>
  result(options?: { readonly signal?: AbortSignal }): Promise<TypedJob<Result>>
  cancel(options?: CallOptions): Promise<TypedJob<Result>>
}

/** A thing a robot does that takes a while. */
export interface TypedAction<Of> {
  readonly slug: string
  /** Starts it. Fails with an `ActionRefusal`. */
  start(
    ...given: Given<Part<Of, "params">, CommandOptions>
  ): Promise<TypedJobHandle<Part<Of, "result">, Part<Of, "feedback">>>
  /** Follows a job that runs already; null where there was never one. */
  current(options?: CallOptions): Promise<TypedJobHandle<Part<Of, "result">, Part<Of, "feedback">> | null>
  /** The newest job, then each change of it, and the jobs after it. */
  subscribe(options?: {
    readonly signal?: AbortSignal
  }): Subscription<TypedJobUpdate<Part<Of, "result">, Part<Of, "feedback">>>
  /** Cancels whatever runs on the slug. */
  cancel(options?: CallOptions): Promise<TypedJob<Part<Of, "result">> | null>
}

/** A question a robot answers. */
export interface TypedService<Of> {
  readonly slug: string
  /** Calls it and waits for its answer. Fails with a `ServiceRefusal`. */
  call(...given: Given<Part<Of, "params">, CommandOptions>): Promise<Part<Of, "result">>
  /** The newest call as a job, no matter who made it, then each change of it, and the calls after it. */
  subscribe(options?: { readonly signal?: AbortSignal }): Subscription<TypedJobUpdate<Part<Of, "result">, null>>
}

/** A topic of a robot that messages can be sent to. */
export interface TypedPublisher<Message> extends Pick<Publisher, "slug" | "release"> {
  /** Sends one message. Fails with a `PublishRefusal`. */
  publish(...given: Given<Message, Omit<CommandOptions, "patienceMs">>): Promise<void>
}

/** A robot whose slugs, parameters and values are known to the compiler. */
export interface TypedRobot<Of extends Exposures> extends Omit<
  Robot,
  "datapoint" | "action" | "service" | "publisher" | "camera"
> {
  datapoint<Slug extends keyof Of["datapoints"] & string>(slug: Slug): Datapoint<Of["datapoints"][Slug]>
  action<Slug extends keyof Of["actions"] & string>(slug: Slug): TypedAction<Of["actions"][Slug]>
  service<Slug extends keyof Of["services"] & string>(slug: Slug): TypedService<Of["services"][Slug]>
  publisher<Slug extends keyof Of["publishers"] & string>(slug: Slug): TypedPublisher<Of["publishers"][Slug]>
  camera(slug: keyof Of["cameras"] & string): Camera
}
