import { Data, Deferred, Effect, Option, Schema } from "effect"
import { type RawData, WebSocket } from "ws"
import { actionPart } from "../ros/ActionParts.ts"
import type { GatewayKind } from "../ros/DetectGateway.ts"
import { ServerText, subprotocols } from "../ros/foxglove/Operations.ts"
import { type Finding, failed, ok, warning, within } from "./Check.ts"
import { checkRosbridge } from "./Rosbridge.ts"

const decode = Schema.decodeUnknownOption(ServerText)
/** The server sends all that it offers at once after its greeting; what has not come after this long is not there. */
const offersMs = 1000

const start = "Start foxglove_bridge, and look at its port and at --ros."
const otherServer = "foxglove_bridge or rosbridge must be at --ros."

const isAction = (service: string) => service.endsWith(actionPart.sendGoal)

interface Seen {
  readonly distro: string | undefined
  readonly capabilities: ReadonlyArray<string>
  readonly services: ReadonlyArray<string>
}

class RosServerProblem extends Data.TaggedError("RosServerProblem")<{
  readonly message: string
  readonly advice: string
  /** The server took the connection and chose no subprotocol, as rosbridge does. */
  readonly isPlain: boolean
}> {}

const notThere =
  (url: string) =>
  (message: string, advice: string, isPlain = false) =>
    new RosServerProblem({ message: `${url} ${message}`, advice, isPlain })

const open = (url: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => new WebSocket(url, [...subprotocols], { perMessageDeflate: false }),
      catch: () => notThere(url)("is no address of a WebSocket.", "Give --ros ws://host:port.")
    }),
    (socket) => Effect.sync(() => socket.terminate())
  )

/** Greets the server as the bridge does, and waits a second for an action server among what it offers. */
const greet = Effect.fnUntraced(function* (url: string) {
  const socket = yield* open(url)
  const problem = notThere(url)
  const greeted = yield* Deferred.make<Omit<Seen, "services">, RosServerProblem>()
  const sawAction = yield* Deferred.make<void>()
  const services: Array<string> = []
  const fail = (...why: Parameters<typeof problem>) => Deferred.doneUnsafe(greeted, Effect.fail(problem(...why)))
  socket.on("unexpected-response", (_, { statusCode }) => {
    fail(`answers ${statusCode}: it speaks no foxglove protocol.`, otherServer)
    socket.terminate()
  })
  socket.on("error", ({ message }) =>
    /subprotocol/i.test(message)
      ? fail(`speaks another protocol: ${message}.`, otherServer, /sent no subprotocol/i.test(message))
      : fail(`cannot be reached: ${message}.`, start)
  )
  socket.on("close", () => fail("ended the connection without a greeting.", start))
  socket.on("message", (data: RawData, isBinary) => {
    const operation = isBinary ? undefined : Option.getOrUndefined(decode(String(data)))
    if (operation?.op === "serverInfo") {
      const { capabilities, metadata } = operation
      Deferred.doneUnsafe(greeted, Effect.succeed({ capabilities, distro: metadata?.["ROS_DISTRO"] }))
    }
    if (operation?.op === "advertiseServices") services.push(...operation.services.map(({ name }) => name))
    if (services.some(isAction)) Deferred.doneUnsafe(sawAction, Effect.void)
  })
  const greeting = yield* Deferred.await(greeted)
  yield* Effect.timeoutOption(Deferred.await(sawAction), offersMs)
  return { ...greeting, services }
}, Effect.scoped)

const needed = {
  services: "actions and services",
  clientPublish: "publishers",
  connectionGraph: "noticing lost servers"
}

const findingsOf = (url: string, { capabilities, distro, services }: Seen): ReadonlyArray<Finding> => {
  const lacking = Object.entries(needed).filter(([capability]) => !capabilities.includes(capability))
  const seesActions = services.some(isAction)
  return [
    ok("ros", `${url} is a foxglove_bridge (ROS ${distro ?? "of unknown distribution"}).`),
    ...lacking.map(([capability, use]) =>
      warning("ros", `The server does not offer "${capability}".`, `Switch it on: without it there is no ${use}.`)
    ),
    seesActions
      ? ok("ros actions", "Actions can be seen.")
      : warning(
          "ros actions",
          "No action server can be seen.",
          "If the robot has any: actions need include_hidden:=true."
        )
  ]
}

/** That the bridge is configured for another protocol than the one that answers. */
const otherKind = (found: GatewayKind, given: GatewayKind | undefined): ReadonlyArray<Finding> =>
  given === undefined || given === found
    ? []
    : [failed("ros kind", `It speaks ${found}, and --ros-kind says ${given}.`, "Leave --ros-kind out.")]

/** The robot's ROS server: whether it is there, speaks the protocol and shows what is hidden. */
export const checkRos = (url: string, timeoutMs: number, kind?: GatewayKind): Effect.Effect<ReadonlyArray<Finding>> =>
  within(
    "ros",
    timeoutMs,
    greet(url).pipe(
      Effect.map((seen) => [...findingsOf(url, seen), ...otherKind("foxglove", kind)]),
      Effect.catch(({ advice, isPlain, message }) =>
        isPlain
          ? Effect.map(checkRosbridge(url), (findings) => [...findings, ...otherKind("rosbridge", kind)])
          : Effect.succeed([failed("ros", message, advice)])
      )
    )
  )
