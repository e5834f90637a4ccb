import { Data, Effect, Option, type Scope } from "effect"

/** The robots that can be simulated, by the name on the command line. */
export const simulatedRobots = ["rover", "arm"] as const
export type SimulatedRobot = (typeof simulatedRobots)[number]

export class NoRobot extends Data.TaggedError("NoRobot")<{ readonly message: string }> {}

/** Pictures a second of a simulated camera: enough to drive by. */
const cameraHz = 15

/** Starts a robot in this process; it ends with the scope. Only who asks for it loads the simulator. */
const simulate = (robot: SimulatedRobot): Effect.Effect<string, NoRobot, Scope.Scope> =>
  Effect.promise(() => import("./simulator/Simulator.ts")).pipe(
    Effect.flatMap(({ startSimulator }) =>
      startSimulator({ robot: robot === "rover" ? "mobile" : "arm", port: 0, seed: 1, cameraHz })
    ),
    Effect.map(({ url }) => url),
    Effect.mapError((error) => new NoRobot({ message: `The robot cannot be simulated: ${error.message}` })),
    Effect.tap(() => Effect.logInfo(`A simulated ${robot} runs in this process.`))
  )

/** Where the robot's server is: at the given address, or in this process. */
export const robotAddress = (given: {
  readonly ros: Option.Option<string>
  readonly simulate: Option.Option<SimulatedRobot>
}): Effect.Effect<string, NoRobot, Scope.Scope> => {
  const [ros, robot] = [Option.getOrUndefined(given.ros), Option.getOrUndefined(given.simulate)]
  if (robot === undefined) {
    return ros === undefined || ros === ""
      ? Effect.fail(
          new NoRobot({
            message:
              "Say where the robot is: --ros ws://localhost:8765 (or FLEET_ROS), or --simulate rover for one in this process."
          })
        )
      : Effect.succeed(ros)
  }
  return ros === undefined || ros === ""
    ? simulate(robot)
    : Effect.fail(
        new NoRobot({ message: `Choose one robot: --simulate ${robot}, or the one at ${ros} (--ros, FLEET_ROS).` })
      )
}
