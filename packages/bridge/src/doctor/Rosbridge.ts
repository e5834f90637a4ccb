import { Data, Effect, Option, Schema } from "effect"
import type { RawData } from "ws"
import { robotSocket } from "../ros/RobotSocket.ts"
import { failed, type Finding, ok, warning } from "./Check.ts"

const Version = Schema.Struct({ version: Schema.Finite, distro: Schema.String })
const Answer = Schema.Struct({ op: Schema.tag("service_response"), id: Schema.String, values: Schema.Unknown })
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Answer))
const decodeVersion = Schema.decodeUnknownOption(Version)

/** rosbridge does not say that a service is missing: what has not come after this long never comes. */
const silenceMs = 3000
const id = "fleet-bridge-doctor"

class Lost extends Data.TaggedError("Lost")<{ readonly message: string }> {}

/** What rosapi answers; undefined where it says nothing. */
const askVersion = (url: string) =>
  Effect.callback<unknown, Lost>((resume) => {
    const socket = robotSocket(url, [])
    socket.on("open", () =>
      socket.send(JSON.stringify({ op: "call_service", id, service: "/rosapi/get_ros_version", args: {} }))
    )
    socket.on("message", (data: RawData, isBinary) => {
      const answer = isBinary ? undefined : Option.getOrUndefined(decode(String(data)))
      if (answer?.id === id) resume(Effect.succeed(answer.values))
    })
    socket.on("error", ({ message }) => resume(Effect.fail(new Lost({ message }))))
    socket.on("close", () => resume(Effect.fail(new Lost({ message: "it ended the connection" }))))
    return Effect.sync(() => socket.terminate())
  }).pipe(Effect.timeoutOrElse({ duration: silenceMs, orElse: () => Effect.succeed(undefined) }))

/** A rosbridge, and whether its node rosapi is there, which tells what the robot has. */
export const checkRosbridge = (url: string): Effect.Effect<ReadonlyArray<Finding>> =>
  askVersion(url).pipe(
    Effect.map((values): ReadonlyArray<Finding> => {
      if (values === undefined) {
        const advice = "Start rosapi beside it, as rosbridge_websocket_launch.xml does: without it nothing can be read."
        return [ok("ros", `${url} is no foxglove_bridge.`), failed("ros api", "rosapi does not answer.", advice)]
      }
      const version = Option.getOrUndefined(decodeVersion(values))
      const found = ok("ros", `${url} is a rosbridge (ROS ${version?.distro ?? "of unknown distribution"}).`)
      if (version?.version === 1) return [found, failed("ros api", "It serves ROS 1.", "The bridge needs ROS 2.")]
      const advice = "Prefer foxglove_bridge: the bridge's README says what is less over rosbridge."
      return [found, warning("ros api", "rosapi answers.", advice)]
    }),
    Effect.catch(({ message }) =>
      Effect.succeed([failed("ros", `${url} was lost: ${message}.`, "Look at the log of rosbridge.")])
    )
  )
