import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const examples = createRequire(import.meta.url).resolve("@foxglove/ws-protocol-examples")
const freePort = new URL("./freePort.mjs", import.meta.url).href

/** Starts one of the servers of `@foxglove/ws-protocol-examples`; answers with its address. It ends with the scope. */
export const exampleServer = (...args: ReadonlyArray<string>): Effect.Effect<string, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, ["--import", freePort, examples, ...args], { stdio: ["ignore", "pipe", "ignore"] })
      ),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    )
    return yield* Effect.callback<string>((resume) => {
      let output = ""
      child.stdout.on("data", (data) => {
        output += String(data)
        const port = /PORT (\d+)/.exec(output)?.[1]
        if (port !== undefined) resume(Effect.succeed(`ws://127.0.0.1:${port}`))
      })
      child.once("exit", (code) => resume(Effect.die(`The server ended with ${code}: ${output}`)))
    })
  })

/** A recording of a real robot that is kept beside the repository. */
export const recording = fileURLToPath(new URL("../../../../shared/data/ros2-humble-robot.mcap", import.meta.url))
