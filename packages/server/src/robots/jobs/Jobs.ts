import type { Caller, Developer } from "@fleet/domain/Caller"
import {
  BridgeTimeout,
  type Busy,
  CancelRejected,
  type CapabilityRequired,
  type Forbidden,
  NotCancellable,
  type NotFound,
  ParameterInvalid,
  type PublisherBusy,
  RobotFailure,
  type RobotOffline,
  UnknownSlug
} from "@fleet/domain/Errors"
import type { CommandTarget, JobHistoryTarget, StopTarget } from "@fleet/domain/api/CommandScope"
import { JobId, type RobotId } from "@fleet/domain/Ids"
import {
  defaultPatienceMs,
  type InvokeRequest,
  type Job,
  type JobActor,
  type JobRun,
  type JobRunPage,
  type JobRunQuery
} from "@fleet/domain/Jobs"
import { checkParameters } from "@fleet/domain/RobotConfig/Parameters"
import type { ExposureKind } from "@fleet/domain/Slug"
import { Context, type Duration, Effect, Layer, Result } from "effect"
import { Access, accessRefusal, type AllowedSlug, unread } from "../../access/Access.ts"
import { Bus } from "../../platform/bus/Bus.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import { AccessChanged, type LiveJob, RobotNodes } from "./JobsRpc.ts"
import { actingAs } from "./actorOf.ts"
import { invokeFrame, publishFrame, sizeViolations } from "./commandFrames.ts"
import { isFinal } from "./JobStateMachine.ts"
import { makeJobReads } from "./jobReads.ts"
import { JobStore } from "./JobStore.ts"
import { makePreview, type Preview } from "./preview.ts"
import { makeServiceEnds } from "./serviceEnds.ts"
import { makeStop, type Stopping } from "./stop.ts"
import { RobotHomes } from "../home/RobotHomes.ts"

type Params = Readonly<Record<string, unknown>>
type TargetRefusal = NotFound | Forbidden | UnknownSlug
type CancelRefusal = NotFound | CancelRejected | RobotOffline | BridgeTimeout | RobotFailure

/** A command that was sent to the robot. `ended` waits for the end of a service. */
export type Started =
  | { readonly kind: "action"; readonly job: Job }
  | { readonly kind: "service"; readonly job: Job; readonly ended: Effect.Effect<Job, BridgeTimeout> }

/** Commands to a robot's actions, services and publishers; the same for REST, realtime and MCP. */
export class Jobs extends Context.Service<
  Jobs,
  {
    /** The robot (404), the grant (403) and the published slug of one of the kinds (404), in that order. */
    readonly target: (
      caller: Caller,
      robotId: RobotId,
      slug: string,
      kinds: ReadonlyArray<ExposureKind>
    ) => Effect.Effect<CommandTarget, TargetRefusal>
    /** Ends once the invoke is on the bridge's socket. */
    readonly start: (
      caller: Caller,
      target: CommandTarget,
      request: InvokeRequest
    ) => Effect.Effect<Started, TargetRefusal | ParameterInvalid | RobotOffline | Busy>
    readonly cancel: (
      caller: Caller,
      target: CommandTarget,
      jobId: JobId | null
    ) => Effect.Effect<Job | null, NotCancellable | CancelRefusal>
    readonly publish: (
      caller: Caller,
      target: CommandTarget,
      message: Params
    ) => Effect.Effect<void, TargetRefusal | ParameterInvalid | RobotOffline | PublisherBusy>
    /** Everything that `start` and `publish` check, in their order, and what they would send. Nothing is sent. */
    readonly preview: (
      caller: Caller,
      target: CommandTarget,
      params: Params
    ) => Effect.Effect<Preview, TargetRefusal | ParameterInvalid | RobotOffline | Busy | PublisherBusy>
    /** Ends the caller's hold of a publisher, and has the robot send its failsafe. Ends once that is on the bridge's socket. */
    readonly release: (caller: Caller, target: CommandTarget) => Effect.Effect<void, RobotOffline>
    /** What a stop may touch. It asks for the robot (404), and for no grant. */
    readonly stopTarget: (caller: Caller, robotId: RobotId) => Effect.Effect<StopTarget, NotFound>
    /**
     * Cancels every job that the caller runs on a robot, and has it send the failsafe of every publisher they hold; with
     * `all` those of everybody, as far as the caller is granted their slugs.
     */
    readonly stop: (caller: Caller, target: StopTarget, all: boolean) => Effect.Effect<Stopping, RobotOffline>
    /** The newest job of each granted slug. */
    readonly list: (caller: Caller, robotId: RobotId) => Effect.Effect<ReadonlyArray<Job>, NotFound>
    /** The slug's newest job, with its feedback while it is live; ended ones included. It has the slug that is asked for. */
    readonly current: (robotId: RobotId, slug: string) => Effect.Effect<LiveJob | null>
    /** The robot (404) and the capability (403), in that order. */
    readonly historyTarget: (
      caller: Caller,
      robotId: RobotId
    ) => Effect.Effect<JobHistoryTarget, NotFound | CapabilityRequired>
    readonly history: (target: JobHistoryTarget, query: JobRunQuery) => Effect.Effect<JobRunPage>
    /** One run of the robot; one of a slug that is not granted is not found. */
    readonly run: (target: JobHistoryTarget, id: JobId) => Effect.Effect<JobRun, NotFound>
    readonly orgRuns: (developer: Developer, query: JobRunQuery) => Effect.Effect<JobRunPage>
    readonly orgSummary: (
      developer: Developer,
      sinceMs: number
    ) => Effect.Effect<{ running: number; started: number; failed: number }>
  }
>()("@fleet/server/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const access = yield* Access
      const configs = yield* PublishedConfigs
      const nodes = yield* RobotNodes
      const store = yield* JobStore
      const endOf = yield* makeServiceEnds(yield* Bus, store)
      const homes = yield* RobotHomes
      const states = { isOnline: (robotId: RobotId) => homes.link(robotId) !== undefined }

      const exposureOf = (target: CommandTarget) =>
        Effect.map(configs.current(target.robotId), ({ exposures }) => exposures.get(target.slug))

      const checked = Effect.fnUntraced(function* (
        declared: Parameters<typeof checkParameters>[0] | undefined,
        given: Params,
        frameOf: (params: Params) => Parameters<typeof sizeViolations>[0]
      ) {
        const outcome = checkParameters(declared, given)
        const params = Result.getOrElse(outcome, () => given)
        if (Result.isFailure(outcome)) return yield* new ParameterInvalid({ details: outcome.failure })
        const violations = sizeViolations(frameOf(params), params)
        return violations.length === 0 ? params : yield* new ParameterInvalid({ details: { violations } })
      })

      const address = (caller: Caller, target: CommandTarget) => ({
        robotId: target.robotId,
        orgId: target.orgId,
        robotName: target.robotName,
        slug: target.slug,
        ...actingAs(caller)
      })

      const decidedFor = (caller: Caller, target: CommandTarget) => ({
        appId: caller.kind === "developer" ? null : caller.appId,
        version: target.accessVersion
      })

      const targetOf = (caller: Caller, robotId: RobotId, slug: string, kinds: ReadonlyArray<ExposureKind>) =>
        Effect.mapBoth(access.resolve(caller, robotId, { slug, kinds }), {
          onFailure: ({ failed }) => accessRefusal(failed, () => new UnknownSlug()),
          onSuccess: (allowed) => commandTarget(allowed.exposure?.slug ?? slug, allowed)
        })

      /** Acts on a decision; if access changes before it takes effect, it is decided again from the tables. */
      const whileAllowed = <A, E>(
        caller: Caller,
        target: CommandTarget,
        act: (target: CommandTarget) => Effect.Effect<A, E | AccessChanged>
      ): Effect.Effect<A, E | TargetRefusal> =>
        Effect.catch(act(target), (error): Effect.Effect<A, E | TargetRefusal> => {
          if (!(error instanceof AccessChanged)) return Effect.fail(error)
          const again = targetOf(unread(caller), target.robotId, target.slug, [target.kind])
          return Effect.flatMap(again, (next) => whileAllowed(caller, next, act))
        })

      const startOnce = Effect.fnUntraced(function* (caller: Caller, target: CommandTarget, request: InvokeRequest) {
        const exposure = yield* exposureOf(target)
        const config = exposure?.kind === "action" || exposure?.kind === "service" ? exposure.config : undefined
        const patienceMs = request.patience_ms ?? defaultPatienceMs
        const jobId = JobId.make(crypto.randomUUID())
        const params = yield* checked(config?.parameters, request.params ?? {}, (params) =>
          invokeFrame(jobId, target.slug, params, patienceMs)
        )
        const kind = target.kind === "service" ? "service" : "action"
        const end = kind === "service" ? endOf(target.robotId, jobId) : null
        const job = yield* nodes
          .start({
            ...address(caller, target),
            decided: decidedFor(caller, target),
            jobId,
            target: { kind, ros_name: config?.ros_name ?? "", type: config?.type ?? "" },
            params,
            patienceMs
          })
          .pipe(Effect.onError(() => end?.stop ?? Effect.void))
        if (end === null) return { kind: "action", job } satisfies Started
        return {
          kind: "service",
          job,
          ended: (isFinal(job.state) ? Effect.succeed(job) : end.ended).pipe(
            within(`${patienceMs + 5000} millis`),
            Effect.ensuring(end.stop)
          )
        } satisfies Started
      })

      const cancel = Effect.fn("Jobs.cancel")(function* (
        caller: Caller,
        target: CommandTarget,
        jobId: JobId | null,
        startedBy?: JobActor | null
      ) {
        if (target.kind === "service") return yield* new NotCancellable()
        const { error, goals, job } = yield* nodes
          .cancel({ ...address(caller, target), jobId, ...(startedBy === undefined ? {} : { startedBy }) })
          .pipe(Effect.catchTag("internal_error", Effect.die))
        if (goals.some(({ return_code }) => return_code === 1)) return yield* new CancelRejected({ details: { goals } })
        if (error !== null) return yield* new RobotFailure(error)
        return job
      })

      const publishOnce = Effect.fnUntraced(function* (caller: Caller, target: CommandTarget, message: Params) {
        const exposure = yield* exposureOf(target)
        const config = exposure?.kind === "publisher" ? exposure.config : undefined
        const params = yield* checked(config?.parameters, message, (params) => publishFrame(target.slug, params))
        yield* nodes.publish({
          ...address(caller, target),
          decided: decidedFor(caller, target),
          message: params,
          quietTimeoutMs: config?.quiet_timeout_ms ?? 0,
          failsafeTimeoutMs: config?.failsafe.timeout_ms ?? 0
        })
      })

      const preview = makePreview({ checked, configs, nodes, states })

      return Jobs.of({
        preview,
        ...makeJobReads({ access, configs, nodes, store }),
        ...makeStop({ access, cancel, configs, nodes, store }),
        target: Effect.fn("Jobs.target")(targetOf),
        start: Effect.fn("Jobs.start")((caller, target, request) =>
          whileAllowed(caller, target, (allowed) => startOnce(caller, allowed, request))
        ),
        cancel,
        publish: Effect.fn("Jobs.publish")((caller, target, message) =>
          whileAllowed(caller, target, (allowed) => publishOnce(caller, allowed, message))
        )
      })
    })
  )
}

/** The target of an allowed command. */
export const commandTarget = (slug: string, { granted, kind }: AllowedSlug): CommandTarget => ({
  robotId: granted.robot.id,
  orgId: granted.robot.orgId,
  robotName: granted.robot.name,
  slug,
  kind,
  accessVersion: granted.version
})

const within = (duration: Duration.Input) =>
  Effect.timeoutOrElse({ duration, orElse: () => Effect.fail(new BridgeTimeout()) })
