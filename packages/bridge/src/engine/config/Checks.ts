import type { Camera } from "@fleet/domain/RobotConfig/Camera"
import type { ApplyError } from "@fleet/domain/Robots"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import type { RosGraph, TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { Effect, Option, SubscriptionRef } from "effect"
import { RosGateway } from "../../ros/RosGateway.ts"
import { Ffmpeg } from "../cameras/Ffmpeg.ts"
import { bodyFault } from "./BodyCheck.ts"
import type { Running } from "./Exposed.ts"
import { leadsToField } from "./FieldCheck.ts"

type Fault = Pick<ApplyError, "code" | "message">

/** What is known of the robot when a configuration is checked. */
interface Robot {
  readonly doc: DeliveredDocument
  readonly graph: RosGraph | undefined
  readonly types: ReadonlyMap<string, TypeDefinition>
  /** Why this computer has no ffmpeg for the cameras that need one. */
  readonly ffmpeg: Fault | undefined
}

const otherType = (name: string, wanted: string, offered: RosGraph["topics"]): Fault | undefined => {
  const types = offered.find((entry) => entry.name === name)?.types
  return types === undefined || types.includes(wanted)
    ? undefined
    : { code: "type_mismatch", message: `${name} is a ${types.join(", ")} at the robot, not a ${wanted}.` }
}

const datapointFault = ({ subscription, exposure }: Running, { types }: Robot): Fault | undefined => {
  if (exposure.kind !== "datapoint" || subscription === undefined) return undefined
  const { topic, type, field } = exposure.config
  const state = SubscriptionRef.getUnsafe(subscription.state)
  if (state === "type_mismatch") {
    return { code: "type_mismatch", message: `${topic} has another type at the robot than ${type}.` }
  }
  if (state === "unsupported") {
    return { code: "type_unsupported", message: `Messages of ${type} cannot be read from this robot.` }
  }
  const definition = types.get(type)
  if (field === undefined || definition?.kind !== "msg" || leadsToField(definition, field)) return undefined
  return { code: "field_path_invalid", message: `${type} has no field ${field}.` }
}

const graphFault = (exposure: Exposure, graph: RosGraph): Fault | undefined => {
  switch (exposure.kind) {
    case "action":
      return otherType(exposure.config.ros_name, exposure.config.type, graph.actions)
    case "service":
      return otherType(exposure.config.ros_name, exposure.config.type, graph.services)
    case "publisher":
      return otherType(exposure.config.topic, exposure.config.type, graph.topics)
    default:
      return undefined
  }
}

const needsFfmpeg = ({ source }: Camera) => source.kind === "rtsp" || source.kind === "v4l2"

const cameraFault = (camera: Camera, { ffmpeg, graph }: Robot): Fault | undefined => {
  if (needsFfmpeg(camera)) return ffmpeg
  const { source } = camera
  return source.kind === "ros" && graph !== undefined ? otherType(source.topic, source.type, graph.topics) : undefined
}

const faultOf = (running: Running, robot: Robot): Fault | undefined => {
  const { exposure } = running
  if (exposure.kind === "camera") return cameraFault(exposure.config, robot)
  if (exposure.kind === "datapoint") return datapointFault(running, robot)
  const definition = robot.types.get(exposure.config.type)
  return (
    (robot.graph && graphFault(exposure, robot.graph)) ?? (definition && bodyFault(robot.doc, exposure, definition))
  )
}

/** What the robot's server must be able to do for a kind, in its own words. */
const capability = { action: "services", service: "services", publisher: "clientPublish" } as const

const kindFaults = (all: ReadonlyArray<Running>, capabilities: ReadonlyArray<string>): ReadonlyArray<ApplyError> =>
  (["action", "service", "publisher"] as const)
    .filter((kind) => !capabilities.includes(capability[kind]) && all.some(({ exposure }) => exposure.kind === kind))
    .map((kind) => ({
      kind,
      slug: "*",
      code: "whole_kind_failed",
      message: `The robot's server does not offer "${capability[kind]}".`
    }))

/** What of a running configuration does not fit the robot, as far as the robot can be seen now. */
export const checkRunning = Effect.fnUntraced(function* (doc: DeliveredDocument, all: ReadonlyArray<Running>) {
  const gateway = yield* RosGateway
  const status = SubscriptionRef.getUnsafe(gateway.status)
  const graph = Option.getOrUndefined(yield* Effect.option(gateway.graph))
  const names = all.flatMap(({ exposure }) => (exposure.kind === "camera" ? [] : [exposure.config.type]))
  const { definitions } = yield* gateway.types([...new Set(names)])
  const types = new Map(definitions.map((type) => [type.name, type]))
  const ffmpeg = all.some(({ exposure }) => exposure.kind === "camera" && needsFfmpeg(exposure.config))
    ? yield* Effect.match((yield* Ffmpeg).find, {
        onSuccess: () => undefined,
        onFailure: ({ code, message }) => ({ code, message })
      })
    : undefined
  const faults = all.flatMap((running): Array<ApplyError> => {
    const fault = faultOf(running, { doc, graph, types, ffmpeg })
    return fault === undefined ? [] : [{ kind: running.exposure.kind, slug: running.exposure.slug, ...fault }]
  })
  return [...(status.connected ? kindFaults(all, status.capabilities) : []), ...faults]
})
