import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, FileSystem, Layer, Logger, Redacted, Scope } from "effect"
import { spawn } from "node:child_process"
import { runBridge } from "../Bridge.ts"
import { detectedGateway } from "../ros/DetectGateway.ts"

/** The options of the bridge under test. */
export interface BridgeAddresses {
  readonly url: string
  readonly token: string
  /** Where the robot's server is, if this program has started one. */
  readonly ros: string | undefined
  /** Where the robot's rosbridge is, if it was asked for. */
  readonly rosbridge?: string | undefined
}

/** A bridge that runs as long as its scope is open. */
export type StartBridge = Effect.Effect<void, never, Scope.Scope>

/** Starts a bridge now, and again whenever the answer is run. */
export const restartable = Effect.fnUntraced(function* (start: StartBridge) {
  const parent = yield* Effect.scope
  let scope = yield* Scope.fork(parent)
  yield* Scope.provide(start, scope)
  return Effect.gen(function* () {
    yield* Scope.close(scope, Exit.void)
    scope = yield* Scope.fork(parent)
    yield* Scope.provide(start, scope)
  })
})

/** This package's own bridge, in this process. */
export const ownBridge = Effect.fnUntraced(function* ({
  ffmpeg = "ffmpeg",
  ros,
  token,
  url
}: BridgeAddresses & { readonly ros: string; readonly ffmpeg?: string }) {
  const fs = yield* FileSystem.FileSystem
  const stateDirectory = yield* fs.makeTempDirectoryScoped({ prefix: "fleet-conformance-" })
  const start: StartBridge = runBridge({ url, token: Redacted.make(token), stateDirectory, ffmpeg }).pipe(
    Effect.provide(Layer.provideMerge(Layer.merge(detectedGateway(ros), NodeServices.layer), Logger.layer([]))),
    Effect.ignore,
    Effect.forkScoped,
    Effect.asVoid
  )
  return start
})

/** Any bridge: a command that gets its addresses by environment variables. Its output goes to this program's errors. */
export const commandBridge = (command: string, { ros, rosbridge, token, url }: BridgeAddresses): StartBridge =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() =>
        // The shell becomes the command, so that a signal reaches it.
        spawn(`exec ${command}`, {
          shell: true,
          stdio: ["ignore", "ignore", "inherit"],
          env: {
            ...process.env,
            FLEET_URL: url,
            FLEET_TOKEN: token,
            ...(ros === undefined ? {} : { FLEET_ROS: ros }),
            ...(rosbridge === undefined ? {} : { FLEET_ROSBRIDGE: rosbridge })
          }
        })
      ),
      (child) =>
        Effect.callback<void>((resume) => {
          if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
          child.once("exit", () => resume(Effect.void))
          child.kill("SIGTERM")
        }).pipe(
          Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.sync(() => void child.kill("SIGKILL")) })
        )
    )
  )
