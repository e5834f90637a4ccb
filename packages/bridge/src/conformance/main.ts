import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Data, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { startSimulator } from "../simulator/Simulator.ts"
import { parseAddress } from "../status/StatusServer.ts"
import { bridgeVersion } from "../Version.ts"
import { commandBridge, ownBridge, restartable } from "./BridgeUnderTest.ts"
import { conforms, lineOf, reportJson, totals } from "./Report.ts"
import { rules } from "./rules/index.ts"
import { runRules } from "./runRules.ts"
import { type ScriptedCloud, startScriptedCloud } from "./ScriptedCloud.ts"

/** The bridge broke a rule. */
class DoesNotConform extends Data.TaggedError("DoesNotConform")<{ readonly message: string }> {}

/** Any token of the right form will do: this cloud knows one robot. */
const token = `rbt_${"conformance".padEnd(43, "0")}`

const flags = {
  listen: Flag.String("listen").pipe(
    Flag.withDefault("127.0.0.1:9000"),
    Flag.withDescription("Where the scripted cloud listens; port 0 takes any free one")
  ),
  ros: Flag.Boolean("ros").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Start the simulated mobile robot, for the bridge to connect to")
  ),
  rosPort: Flag.Int("ros-port").pipe(Flag.withDefault(8765), Flag.withDescription("The port of the simulated robot")),
  rosbridgePort: Flag.Int("rosbridge-port").pipe(
    Flag.optional,
    Flag.withDescription(
      "Give the simulated robot a rosbridge as well, at this port; --self then tries the bridge on it"
    )
  ),
  bridge: Flag.String("bridge").pipe(
    Flag.optional,
    Flag.withDescription(
      "A command that starts the bridge; it is told FLEET_URL, FLEET_TOKEN, FLEET_ROS and FLEET_ROSBRIDGE"
    )
  ),
  self: Flag.Boolean("self").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Try this package's own bridge, on the simulated robot")
  ),
  slow: Flag.Boolean("slow").pipe(Flag.withDefault(false), Flag.withDescription("Try rules that take minutes, too")),
  patience: Flag.Int("patience").pipe(
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))),
    Flag.withDefault(1),
    Flag.withDescription("How many times as long answers may take, for a computer that has other work")
  ),
  only: Flag.String("only").pipe(Flag.optional, Flag.withDescription("Rules whose ids begin with this")),
  json: Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("Print the report as JSON"))
}

/** Waits for the first bridge, however long its start takes, and prints connections to other addresses. */
const firstBridge = Effect.fnUntraced(function* (cloud: ScriptedCloud, say: (text: string) => Effect.Effect<void>) {
  const reported = new Set<string>()
  while (cloud.session === 0) {
    for (const path of cloud.strays) {
      if (!reported.has(path)) yield* say(`Somebody asked for a WebSocket at ${path}: bridges connect to /bridge.`)
      reported.add(path)
    }
    yield* Effect.sleep("100 millis")
  }
})

const conformance = Command.make(
  "fleet-bridge-conformance",
  flags,
  Effect.fnUntraced(function* ({ bridge, json, listen, only, patience, ros, rosbridgePort, rosPort, self, slow }) {
    const { host, port } = yield* parseAddress({ address: listen, isPublic: true })
    const cloud = yield* startScriptedCloud(host, self ? 0 : port)
    const beside = Option.isSome(rosbridgePort) ? { rosbridgePort: self ? 0 : rosbridgePort.value } : {}
    const robot =
      ros || self ? yield* startSimulator({ robot: "mobile", port: self ? 0 : rosPort, seed: 1, ...beside }) : undefined
    const addresses = { url: cloud.url, token, ros: robot?.url, rosbridge: robot?.rosbridgeUrl }
    // What is printed beside a JSON report goes where it does not disturb.
    const say = json ? Console.error : Console.log
    yield* say(`The cloud is at ${cloud.url}, the robot's token is ${token}`)
    if (robot !== undefined) {
      const second = robot.rosbridgeUrl === undefined ? "" : `, its rosbridge at ${robot.rosbridgeUrl}`
      yield* say(`The robot's ROS server is at ${robot.url}${second}`)
    }
    const start = Option.isSome(bridge)
      ? commandBridge(bridge.value, addresses)
      : self && robot !== undefined
        ? yield* ownBridge({ ...addresses, ros: robot.rosbridgeUrl ?? robot.url })
        : undefined
    if (start === undefined) {
      yield* say("Start the bridge now.")
      yield* firstBridge(cloud, say)
    }
    const restart = start === undefined ? undefined : yield* restartable(start)
    const results = yield* runRules(cloud, {
      token,
      restart,
      robot,
      slow,
      patience,
      rules: rules.filter(({ id }) => Option.isNone(only) || id.startsWith(only.value)),
      onResult: (result) => say(lineOf(result))
    })
    yield* say(totals(results))
    if (json) yield* Console.log(reportJson(results))
    if (!conforms(results)) return yield* new DoesNotConform({ message: "The bridge does not conform." })
  }, Effect.scoped)
).pipe(Command.withDescription("Tries any bridge against the rules of bridge protocol 5."))

conformance.pipe(Command.run({ version: bridgeVersion }), Effect.provide(NodeServices.layer), (program) =>
  NodeRuntime.runMain(program, { disableErrorReporting: true })
)
