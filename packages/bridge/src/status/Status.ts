import type { ApplyError } from "@fleet/domain/Robots"
import { Effect, Metric, SubscriptionRef } from "effect"
import { CloudStateRef } from "../cloud/CloudState.ts"
import { Outbox } from "../cloud/Outbox.ts"
import { ignoredFrames } from "../cloud/Session.ts"
import { Configuration } from "../engine/config/Configuration.ts"
import { Jobs } from "../engine/jobs/Jobs.ts"
import { LinkModes } from "../engine/link/LinkModes.ts"
import { Recorder } from "../engine/recorder/Recorder.ts"
import { ignoredFrames as ignoredRosFrames } from "../ros/IgnoredFrames.ts"
import { RosGateway } from "../ros/RosGateway.ts"
import { bridgeVersion } from "../Version.ts"

/** What the bridge says of itself. It has no token, no address and no words of the configuration. */
export interface Status {
  readonly version: string
  readonly robot_id: string | null
  readonly cloud: {
    readonly connected: boolean
    readonly since_ms: number | null
    readonly last_error: string | null
    readonly losses: number
    readonly lag_ms: number | null
    readonly low_bandwidth: boolean
  }
  readonly ros: {
    readonly connected: boolean
    readonly distro: string | null
    readonly capabilities: ReadonlyArray<string>
  }
  readonly config: {
    readonly version: number | null
    readonly errors: ReadonlyArray<Pick<ApplyError, "kind" | "slug" | "code">>
  }
  readonly jobs: { readonly running: number }
  readonly queues: {
    readonly waiting: Readonly<Record<string, number>>
    readonly backlog: number
  }
  readonly recorder: {
    /** Messages kept in memory and the bytes that they take; null without a recorder. */
    readonly ring: { readonly messages: number; readonly bytes: number } | null
    /** Recordings that are not in the cloud yet, and how those before ended. */
    readonly held: number
    readonly stored: number
    readonly failed: number
  }
  readonly dropped: {
    /** Samples of an outage that there was no room for. */
    readonly backlog: number
    /** Frames over the size that the cloud takes. */
    readonly too_large: number
    /** Messages that were larger than the recorder's memory. */
    readonly recorder: number
    /** Frames of the cloud and of the robot's server that were not understood. */
    readonly ignored_cloud: number
    readonly ignored_ros: number
  }
}

/** A reader of the status as it is at the moment of the call. */
export const statusReader = Effect.gen(function* () {
  const cloud = yield* CloudStateRef
  const configuration = yield* Configuration
  const gateway = yield* RosGateway
  const jobs = yield* Jobs
  const link = yield* LinkModes
  const outbox = yield* Outbox
  const recorder = yield* Recorder
  const count = (counter: typeof ignoredFrames) => Effect.map(Metric.value(counter), ({ count }) => count)

  return Effect.gen(function* () {
    const { lagMs, lowBandwidth } = link.state()
    const { errors, version } = configuration.state()
    const { ring, ...recordings } = recorder.state()
    const { backlog, backlogDropped, refused, waiting } = outbox.counts()
    const status: Status = {
      version: bridgeVersion,
      robot_id: cloud.robotId,
      cloud: {
        connected: cloud.connected,
        since_ms: cloud.sinceMs,
        last_error: cloud.lastError,
        losses: cloud.losses,
        lag_ms: lagMs,
        low_bandwidth: lowBandwidth
      },
      ros: SubscriptionRef.getUnsafe(gateway.status),
      config: { version, errors: errors.map(({ kind, slug, code }) => ({ kind, slug, code })) },
      jobs: { running: jobs.unfinished().length },
      queues: { waiting, backlog },
      recorder: { ring: ring === null ? null : { messages: ring.messages, bytes: ring.bytes }, ...recordings },
      dropped: {
        backlog: backlogDropped,
        too_large: refused,
        recorder: ring?.dropped ?? 0,
        ignored_cloud: yield* count(ignoredFrames),
        ignored_ros: yield* count(ignoredRosFrames)
      }
    }
    return status
  })
})

/** Why the bridge is not healthy: nothing where it is linked to both sides. */
export const faultsOf = ({ cloud, ros }: Status): ReadonlyArray<string> => [
  ...(cloud.connected
    ? []
    : [`not connected to the cloud: ${cloud.last_error ?? "the first hello is not answered yet"}`]),
  ...(ros.connected ? [] : ["not connected to the robot's ROS server"])
]
