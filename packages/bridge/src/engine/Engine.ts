import type { ActiveJob, BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import type { Parameters } from "@fleet/domain/RobotConfig/Parameters"
import { findOfKind } from "@fleet/domain/RobotConfig/Exposures"
import { Context, Effect, FiberSet, Layer, Schedule } from "effect"
import { Outbox } from "../cloud/Outbox.ts"
import { RosGateway } from "../ros/RosGateway.ts"
import { RobotAssets } from "./assets/RobotAssets.ts"
import { Cameras } from "./cameras/Cameras.ts"
import { Configuration } from "./config/Configuration.ts"
import { cancel } from "./jobs/Cancels.ts"
import { DatapointStates } from "./datapoints/DatapointStates.ts"
import { ExternalGoals } from "./jobs/ExternalGoals.ts"
import { Invocations } from "./jobs/Invocations.ts"
import { Jobs } from "./jobs/Jobs.ts"
import { answerQuery } from "./jobs/Queries.ts"
import { LinkModes } from "./link/LinkModes.ts"
import { replayBacklog } from "./link/Replay.ts"
import { RobotClock } from "./link/RobotClock.ts"
import { tellRobotLink } from "./link/RobotLink.ts"
import { Recorder } from "./recorder/Recorder.ts"
import { wordsOf } from "./wordsOf.ts"
import { graphAnswer } from "./graphAnswer.ts"
import { typeAnswer } from "./typeAnswer.ts"

type Needs = Cameras | Configuration | ExternalGoals | Invocations | Jobs | LinkModes | Outbox | RosGateway

const jobReportEvery = "1 second"
const statesEvery = "1 second"
const recheckEvery = "5 seconds"

/** What the bridge does: carries out the cloud's messages and reports what happens at the robot. */
export class Engine extends Context.Service<
  Engine,
  {
    /** The jobs hello lists. */
    readonly activeJobs: () => ReadonlyArray<typeof ActiveJob.Type>
    /** The cloud has accepted this robot's hello. */
    readonly connected: (robotId: string) => Effect.Effect<void>
    /** Answers a configuration whose frame was too large to be read. The running one stays. */
    readonly refuseConfig: (version: number) => Effect.Effect<void>
    /** Carries out a message. Never waits for the robot. */
    readonly handle: (message: CloudMessage) => Effect.Effect<void>
  }
>()("@fleet/bridge/Engine") {
  static readonly layer = Layer.effect(
    Engine,
    Effect.gen(function* () {
      const context = yield* Effect.context<Needs>()
      const assets = yield* RobotAssets
      const cameras = yield* Cameras
      const clock = yield* RobotClock
      const configuration = yield* Configuration
      const datapoints = yield* DatapointStates
      const external = yield* ExternalGoals
      const gateway = yield* RosGateway
      const invocations = yield* Invocations
      const jobs = yield* Jobs
      const link = yield* LinkModes
      const outbox = yield* Outbox
      const recorder = yield* Recorder
      const background = yield* FiberSet.make<void>()

      /** Runs beside the session, which reads on. */
      const aside = (effect: Effect.Effect<void, never, Needs>) =>
        Effect.asVoid(FiberSet.run(background, Effect.provideContext(effect, context)))

      const reply = <E>(answer: Effect.Effect<BridgeMessage, E, Needs>) =>
        aside(
          answer.pipe(
            Effect.map((message) => outbox.send(message)),
            Effect.catch((error) => Effect.logInfo(`A request of the cloud was not answered: ${String(error)}`)),
            Effect.catchDefect((defect) =>
              Effect.logError(`A request of the cloud was not answered: ${wordsOf(defect)}`, defect)
            )
          )
        )

      const report = Effect.sync(() => {
        jobs.report()
        external.report()
      })
      const states = Effect.sync(() => {
        datapoints.tick()
        clock.tick()
      })
      const lasting = (what: string, work: Effect.Effect<void>) =>
        Effect.catchDefect(work, (defect) => Effect.logError(`${what} failed: ${wordsOf(defect)}`, defect))
      yield* Effect.forkScoped(Effect.repeat(lasting("The report of states", states), Schedule.spaced(statesEvery)))
      yield* Effect.forkScoped(
        Effect.repeat(lasting("The check of the configuration", configuration.recheck), Schedule.spaced(recheckEvery))
      )
      yield* Effect.forkScoped(Effect.repeat(lasting("The report of jobs", report), Schedule.spaced(jobReportEvery)))
      yield* Effect.forkScoped(replayBacklog)
      yield* Effect.forkScoped(tellRobotLink)

      const handle = CloudMessage.matchOrElse(
        {
          ping: ({ lag_ms }) => Effect.sync(() => link.onLag(lag_ms)),
          config: configuration.apply,
          invoke: (message) => aside(invocations.invoke(message, configuration.doc())),
          cancel: (message) =>
            reply(cancel(message, findOfKind(configuration.doc(), "action", message.slug) !== undefined)),
          job_query: (message) => reply(answerQuery(message)),
          publish: ({ slug, message }) => {
            const publisher = configuration.publisher(slug)
            if (publisher === undefined) return Effect.logWarning(`Message dropped: there is no publisher ${slug}`)
            // The cloud has checked the parameters and filled in the defaults.
            return Effect.sync(() => publisher.publish(message as Parameters))
          },
          failsafe: ({ slug }) => Effect.sync(() => configuration.publisher(slug)?.failsafe()),
          introspect_request: ({ request_id }) =>
            reply(Effect.map(gateway.graph, (graph) => graphAnswer(request_id, graph))),
          type_request: ({ request_id, type_names }) =>
            reply(Effect.map(gateway.types(type_names), (found) => typeAnswer(request_id, found))),
          asset_request: (message) => aside(assets.request(message)),
          camera_start: (message) => cameras.start(message),
          camera_stop: (message) => cameras.stop(message),
          recording_request: (message) => recorder.request(message),
          recording_cancel: ({ recording_id }) => recorder.cancel(recording_id)
        },
        () => Effect.void
      )

      return Engine.of({
        activeJobs: jobs.active,
        connected: (robotId) =>
          Effect.sync(() => {
            external.setRobot(robotId)
            link.announce()
            clock.connected()
            datapoints.connected()
            assets.announce()
            recorder.connected(robotId)
          }),
        refuseConfig: configuration.refuse,
        // What one message breaks is not the session.
        handle: (message) =>
          Effect.catchDefect(
            Effect.suspend(() => handle(message)),
            (defect) => Effect.logError(`A ${message.type} of the cloud failed: ${wordsOf(defect)}`, defect)
          )
      })
    })
  )
}
