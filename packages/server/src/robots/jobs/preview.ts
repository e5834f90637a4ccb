import type { CommandTarget } from "@fleet/domain/api/CommandScope"
import type { Caller } from "@fleet/domain/Caller"
import { Busy, type ParameterInvalid, PublisherBusy, RobotOffline } from "@fleet/domain/Errors"
import { JobId, type RobotId } from "@fleet/domain/Ids"
import { defaultPatienceMs, type JobActor } from "@fleet/domain/Jobs"
import { resolveMessage } from "@fleet/domain/RobotConfig/Template"
import { Effect } from "effect"
import type { RobotNodes } from "./JobsRpc.ts"
import type { PublishedConfigs } from "../config/PublishedConfigs.ts"
import { invokeFrame, publishFrame, type sizeViolations } from "./commandFrames.ts"
import { actorOf } from "./actorOf.ts"
import { isFinal } from "./JobStateMachine.ts"

type Params = Readonly<Record<string, unknown>>

/** What a command would send, and to what. */
export interface Preview {
  readonly would: {
    readonly ros_name: string
    readonly type: string
    readonly message: Params
    readonly actor: JobActor
  }
  readonly warnings: ReadonlyArray<string>
}

interface Parts {
  readonly checked: (
    declared: undefined,
    given: Params,
    frameOf: (params: Params) => Parameters<typeof sizeViolations>[0]
  ) => Effect.Effect<Params, ParameterInvalid>
  readonly configs: PublishedConfigs["Service"]
  readonly nodes: RobotNodes["Service"]
  readonly states: { readonly isOnline: (robotId: RobotId) => boolean }
}

/** What actions, services and publishers declare. */
interface CommandConfig {
  readonly ros_name?: string
  readonly topic?: string
  readonly type?: string
  readonly message?: never
  readonly parameters?: never
}

const jobId = JobId.make("00000000-0000-0000-0000-000000000000")

/** Everything that a command checks, in the same order, without its end. */
export const makePreview = ({ checked, configs, nodes, states }: Parts) =>
  Effect.fn("Jobs.preview")(function* (caller: Caller, { kind, robotId, slug }: CommandTarget, given: Params) {
    const { doc, exposures } = yield* configs.current(robotId)
    const exposure = exposures.get(slug)
    const config = exposure?.config as CommandConfig | undefined
    const isPublisher = kind === "publisher"
    const params = yield* checked(config?.parameters, given, (params) =>
      isPublisher ? publishFrame(slug, params) : invokeFrame(jobId, slug, params, defaultPatienceMs)
    )
    if (!states.isOnline(robotId)) return yield* new RobotOffline()
    const actor = actorOf(caller)
    if (isPublisher) {
      const waitMs = yield* nodes.heldFor({ robotId, slug, actor })
      const quietMs = exposure?.kind === "publisher" ? exposure.config.quiet_timeout_ms : 0
      if (waitMs > 0) {
        return yield* new PublisherBusy({ details: { quiet_timeout_ms: quietMs, retry_after_ms: waitMs } })
      }
    } else {
      const running = (yield* nodes.current({ robotId })).find(({ job }) => job.slug === slug)?.job
      if (running !== undefined && !isFinal(running.state)) return yield* new Busy({ details: { running } })
    }
    return {
      would: {
        ros_name: config?.ros_name ?? config?.topic ?? "",
        type: config?.type ?? "",
        message: resolveMessage(doc, config?.message, params as never),
        actor
      },
      warnings: []
    } satisfies Preview
  })
