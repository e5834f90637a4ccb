import { Data, Effect, Schedule } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { DemoRobot } from "./DemoFacts.ts"

const bridgePackage = fileURLToPath(new URL("../../../bridge/src", import.meta.url))

/** A simulator or a bridge ended unexpectedly. */
class DemoRobotStopped extends Data.TaggedError("DemoRobotStopped")<{ readonly message: string }> {}

/** A child that is stopped with the scope: asked first, and killed when it does not go. */
const child = (file: string, args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [join(bridgePackage, file), ...args], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...environment }
      })
    ),
    (started) =>
      Effect.callback<void>((resume) => {
        if (started.exitCode !== null || started.signalCode !== null) return resume(Effect.void)
        const kill = setTimeout(() => started.kill("SIGKILL"), 3_000)
        started.once("exit", () => {
          clearTimeout(kill)
          resume(Effect.void)
        })
        started.kill("SIGTERM")
      })
  )

const simulatorUrl = /ws:\/\/\S+?(?=[,\s]|$)/

/** The address a simulator prints once it listens. */
const listening = (simulator: ChildProcess) =>
  Effect.callback<string, DemoRobotStopped>((resume) => {
    const output: Array<string> = []
    createInterface({ input: simulator.stdout! }).on("line", (line) => {
      output.push(line)
      const url = simulatorUrl.exec(line)?.[0]
      if (url !== undefined) resume(Effect.succeed(url))
    })
    createInterface({ input: simulator.stderr! }).on("line", (line) => output.push(line))
    simulator.once("exit", () =>
      resume(Effect.fail(new DemoRobotStopped({ message: `A simulator stopped:\n${output.join("\n")}` })))
    )
  })

/** A robot and the bridge that connects it, both over real sockets; each comes back when it stops. */
const run = Effect.fnUntraced(function* (robot: DemoRobot, baseUrl: string, stateFolder: string) {
  const simulator = yield* child("simulator/main.ts", ["--robot", robot.model, "--port", "0", "--camera-hz", "25"])
  const ros = yield* listening(simulator)
  const bridge = yield* child("main.ts", ["--ros", ros, "--log", "json"], {
    FLEET_URL: baseUrl,
    FLEET_TOKEN: robot.bridgeToken,
    FLEET_STATE_DIR: join(stateFolder, robot.id)
  })
  createInterface({ input: bridge.stderr! }).on("line", () => undefined)
  createInterface({ input: bridge.stdout! }).on("line", () => undefined)
  return yield* Effect.callback<never, DemoRobotStopped>((resume) => {
    const ended = (who: string) => () =>
      resume(Effect.fail(new DemoRobotStopped({ message: `The ${who} of ${robot.name} stopped.` })))
    simulator.once("exit", ended("simulator"))
    bridge.once("exit", ended("bridge"))
  })
}, Effect.scoped)

/** Keeps the demo's robots running until the scope closes. */
export const startDemoRobots = (robots: ReadonlyArray<DemoRobot>, baseUrl: string, stateFolder: string) =>
  Effect.forEach(
    robots.filter(({ simulated }) => simulated),
    (robot) =>
      run(robot, baseUrl, stateFolder).pipe(
        // Ctrl-C reaches the children too: one that ended because the demo does is not worth a line.
        Effect.tapError((error) => Effect.delay(Effect.logWarning(`${error.message} Starting it again.`), "2 seconds")),
        Effect.retry(Schedule.forever),
        Effect.forkScoped
      ),
    { discard: true }
  )
