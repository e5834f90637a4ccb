import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Config, Effect, Exit, Logger, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { runBridge } from "./Bridge.ts"
import { BridgeEnded } from "./cloud/SessionErrors.ts"
import { doctorCommand } from "./doctor/DoctorCommand.ts"
import { detectedGateway, gatewayKinds, gatewayOf } from "./ros/DetectGateway.ts"
import { recordingsDirFlag } from "./RecordingsDirFlag.ts"
import { statusFlags, statusOf } from "./status/StatusFlags.ts"
import { defaultStateDirectory, readToken } from "./Token.ts"
import { bridgeVersion } from "./Version.ts"

const loggers = { json: Logger.consoleJson, pretty: Logger.consolePretty() }

const flags = {
  url: Flag.String("url").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_URL")),
    Flag.withDescription("Where the cloud is, e.g. https://fleet.example (or FLEET_URL)")
  ),
  token: Flag.Redacted("token").pipe(
    Flag.withFallbackConfig(Config.Redacted("FLEET_TOKEN")),
    Flag.optional,
    Flag.withDescription(
      "The robot's token. Other users of this computer can read it here: prefer FLEET_TOKEN or a file"
    )
  ),
  tokenFile: Flag.String("token-file").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_TOKEN_FILE")),
    Flag.optional,
    Flag.withDescription("A file with the robot's token (or FLEET_TOKEN_FILE)")
  ),
  ros: Flag.String("ros").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_ROS")),
    Flag.withDescription("The robot's foxglove_bridge or rosbridge, e.g. ws://localhost:8765 (or FLEET_ROS)")
  ),
  rosKind: Flag.Literals("ros-kind", gatewayKinds).pipe(
    Flag.optional,
    Flag.withDescription("What answers there; without it the bridge finds out")
  ),
  stateDir: Flag.String("state-dir").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_STATE_DIR")),
    Flag.optional,
    Flag.withDescription("Where running jobs are remembered over a restart (or FLEET_STATE_DIR)")
  ),
  recordingsDir: recordingsDirFlag,
  ...statusFlags,
  ffmpeg: Flag.String("ffmpeg").pipe(
    Flag.withFallbackConfig(Config.String("FLEET_FFMPEG")),
    Flag.withDefault("ffmpeg"),
    Flag.withDescription("The ffmpeg that encodes cameras (or FLEET_FFMPEG)")
  ),
  log: Flag.Literals("log", ["pretty", "json"]).pipe(Flag.withDefault("pretty"), Flag.withDescription("How to log"))
}

const command = Command.make(
  "fleet-bridge",
  flags,
  Effect.fn("fleet-bridge")(function* (given) {
    const run = Effect.gen(function* () {
      const token = yield* readToken(given.token, given.tokenFile)
      const stateDirectory = Option.isSome(given.stateDir) ? given.stateDir.value : yield* defaultStateDirectory(token)
      return yield* runBridge({
        url: given.url,
        token,
        stateDirectory,
        ffmpeg: given.ffmpeg,
        ...(Option.isSome(given.recordingsDir) ? { recordingsDirectory: given.recordingsDir.value } : {}),
        status: statusOf(given)
      }).pipe(
        Effect.provide(
          Option.isSome(given.rosKind) ? gatewayOf(given.rosKind.value, given.ros) : detectedGateway(given.ros)
        )
      )
    })
    return yield* run.pipe(
      Effect.tapError((ended) => Effect.logError(ended.message)),
      Effect.provide(Logger.layer([loggers[given.log]]))
    )
  })
).pipe(Command.withDescription("Connects a robot to the fleet cloud."), Command.withSubcommands([doctorCommand]))

/** What the cloud has ended for good must not be started again by a supervisor: a code of its own. */
const endedForGood = 2

/** Being asked to stop is no failure. */
const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  return Option.getOrUndefined(Exit.findErrorOption(exit)) instanceof BridgeEnded ? endedForGood : 1
}

command.pipe(Command.run({ version: bridgeVersion }), Effect.provide(NodeServices.layer), (program) =>
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCode(exit))
  })
)
