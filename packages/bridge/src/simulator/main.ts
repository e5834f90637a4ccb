import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { defaultCameraHz, maxCameraHz } from "./camera/SceneCamera.ts"
import { startSimulator } from "./Simulator.ts"

const simulator = Command.make(
  "fleet-simulator",
  {
    robot: Flag.Literals("robot", ["mobile", "arm"]).pipe(Flag.withDescription("Which robot to be")),
    port: Flag.Int("port").pipe(Flag.withDefault(8765), Flag.withDescription("TCP port; 0 takes any free one")),
    rosbridgePort: Flag.Int("rosbridge-port").pipe(
      Flag.optional,
      Flag.withDescription("TCP port of its rosbridge, 0 for any free one; without it there is none")
    ),
    rosbridgeVersion: Flag.Literals("rosbridge-version", ["2.0.0", "3.1.0"]).pipe(
      Flag.withDefault("2.0.0"),
      Flag.withDescription("Whose ways its rosbridge has")
    ),
    cameraHz: Flag.Int("camera-hz").pipe(
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxCameraHz }))),
      Flag.withDefault(defaultCameraHz),
      Flag.withDescription(`Pictures a second of the mobile robot's camera, ${maxCameraHz} at most`)
    ),
    seed: Flag.Int("seed").pipe(Flag.withDefault(1), Flag.withDescription("Seed of the sensor noise"))
  },
  Effect.fnUntraced(function* ({ cameraHz, port, robot, rosbridgePort, rosbridgeVersion, seed }) {
    const beside = Option.match(rosbridgePort, {
      onNone: () => ({}),
      onSome: (port) => ({ rosbridgePort: port, rosbridge: { version: rosbridgeVersion } })
    })
    const { url, rosbridgeUrl, controlUrl } = yield* startSimulator({ robot, port, seed, cameraHz, ...beside })
    const second = rosbridgeUrl === undefined ? "" : `its rosbridge is at ${rosbridgeUrl}, `
    yield* Console.log(`The ${robot} robot is at ${url}, ${second}its faults are at ${controlUrl}`)
    return yield* Effect.never
  }, Effect.scoped)
).pipe(Command.withDescription("A robot that speaks the Foxglove WebSocket protocol and rosbridge"))

NodeRuntime.runMain(Command.run(simulator, { version: "0.1.0" }).pipe(Effect.provide(NodeServices.layer)))
