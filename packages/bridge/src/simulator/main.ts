import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { startSimulator } from "./Simulator.ts"

const simulator = Command.make(
  "fleet-simulator",
  {
    robot: Flag.Literals("robot", ["mobile", "arm"]).pipe(Flag.withDescription("Which robot to be")),
    port: Flag.Int("port").pipe(Flag.withDefault(8765), Flag.withDescription("TCP port; 0 takes any free one")),
    seed: Flag.Int("seed").pipe(Flag.withDefault(1), Flag.withDescription("Seed of the sensor noise"))
  },
  Effect.fnUntraced(function* (options) {
    const { url, controlUrl } = yield* startSimulator(options)
    yield* Console.log(`The ${options.robot} robot is at ${url}, its faults are at ${controlUrl}`)
    return yield* Effect.never
  }, Effect.scoped)
).pipe(Command.withDescription("A robot that speaks the Foxglove WebSocket protocol"))

NodeRuntime.runMain(Command.run(simulator, { version: "0.1.0" }).pipe(Effect.provide(NodeServices.layer)))
