import { Data, Duration, Effect, Layer, Random } from "effect"
import { foxgloveGateway } from "./foxglove/FoxgloveGateway.ts"
import { subprotocols } from "./foxglove/Operations.ts"
import { lateGateway } from "./LateGateway.ts"
import { rosbridgeGateway } from "./rosbridge/RosbridgeGateway.ts"
import type { RosGateway } from "./RosGateway.ts"
import { robotSocket } from "./RobotSocket.ts"

/** The servers that a robot's ROS graph is reached by. */
export const gatewayKinds = ["foxglove", "rosbridge"] as const
export type GatewayKind = (typeof gatewayKinds)[number]

class Unreachable extends Data.TaggedError("Unreachable")<{ readonly message: string }> {}

const answerTimeout = "10 seconds"
const firstDelayMs = 250
const longestDelayMs = 10_000

type Answer = "chosen" | "plain" | "refused" | "unreachable"

/** Opens a connection and closes it again; tells what came of the subprotocols that were offered. */
const knock = (url: string, offered: ReadonlyArray<string>): Effect.Effect<Answer> =>
  Effect.callback<Answer>((resume) => {
    const socket = robotSocket(url, offered)
    socket.on("open", () => resume(Effect.succeed(socket.protocol === "" ? "plain" : "chosen")))
    // Without a subprotocol in the answer the client itself refuses: the server took the connection.
    socket.on("error", ({ message }) =>
      resume(
        Effect.succeed(
          /sent no subprotocol/i.test(message)
            ? "plain"
            : /Unexpected server response/.test(message)
              ? "refused"
              : "unreachable"
        )
      )
    )
    socket.on("close", () => resume(Effect.succeed("unreachable")))
    return Effect.sync(() => socket.terminate())
  }).pipe(Effect.timeoutOrElse({ duration: answerTimeout, orElse: () => Effect.succeed("unreachable" as const) }))

/**
 * What answers at the address. A Foxglove server chooses one of its subprotocols, rosbridge takes no notice of them; a
 * server that refuses them is asked again without.
 */
export const detectKind = (url: string): Effect.Effect<GatewayKind, Unreachable> =>
  Effect.gen(function* () {
    const first = yield* knock(url, subprotocols)
    if (first === "chosen") return "foxglove"
    const plain = first === "refused" ? yield* knock(url, []) : first
    if (plain === "plain") return "rosbridge"
    return yield* new Unreachable({ message: `No ROS server answers at ${url}.` })
  })

/** Asks until there is an answer: a robot may start after its bridge. */
const awaitKind = (url: string) =>
  Effect.gen(function* () {
    let failures = 0
    while (true) {
      const kind = yield* Effect.orElseSucceed(detectKind(url), () => undefined)
      if (kind !== undefined) return kind
      if (failures === 0) yield* Effect.logWarning(`No ROS server answers at ${url}. Retrying.`)
      const longest = Math.min(firstDelayMs * 2 ** failures++, longestDelayMs)
      yield* Effect.sleep(Duration.millis(yield* Random.nextBetween(longest / 2, longest)))
    }
  })

/** The gateway for one kind of server. */
export const gatewayOf = (kind: GatewayKind, url: string): Layer.Layer<RosGateway> =>
  kind === "foxglove" ? foxgloveGateway(url) : rosbridgeGateway(url)

/** The gateway for whatever answers at the address, as soon as it does. */
export const detectedGateway = (url: string): Layer.Layer<RosGateway> =>
  lateGateway(
    awaitKind(url).pipe(
      Effect.tap((kind) => Effect.logInfo(`The robot's server at ${url} speaks ${kind}`)),
      Effect.map((kind) => gatewayOf(kind, url))
    )
  )
