import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit, Logger, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { runBridge } from "./Bridge.ts"
import { bridgeFlags } from "./BridgeFlags.ts"
import { CloudProxy, readProxies } from "./cloud/proxy/CloudProxy.ts"
import { nameOf } from "./cloud/proxy/tunnel.ts"
import { BridgeEnded } from "./cloud/SessionErrors.ts"
import { doctorCommand } from "./doctor/DoctorCommand.ts"
import { runCrowd } from "./crowd/Crowd.ts"
import { crowdFlags, crowdOf } from "./crowd/CrowdFlags.ts"
import { detectedGateway, gatewayOf } from "./ros/DetectGateway.ts"
import { robotAddress, simulatedRobots } from "./Simulated.ts"
import { statusOf } from "./status/StatusFlags.ts"
import { defaultStateDirectory, readToken } from "./Token.ts"
import { bridgeVersion } from "./Version.ts"

const loggers = { json: Logger.consoleJson, pretty: Logger.consolePretty() }

const command = Command.make(
  "fleet-bridge",
  {
    ...bridgeFlags,
    ros: Flag.optional(bridgeFlags.ros),
    simulate: Flag.Literals("simulate", simulatedRobots).pipe(
      Flag.optional,
      Flag.withDescription("Be a robot instead of connecting one: a rover with a camera, or an arm, in this process")
    ),
    ...crowdFlags
  },
  Effect.fn("fleet-bridge")(function* (given) {
    const run = Effect.gen(function* () {
      const crowd = yield* crowdOf(given)
      if (crowd !== undefined) {
        return yield* Effect.provideService(runCrowd(crowd), CloudProxy, yield* readProxies(given.proxy))
      }
      const token = yield* readToken(given.token, given.tokenFile)
      const stateDirectory = Option.isSome(given.stateDir) ? given.stateDir.value : yield* defaultStateDirectory(token)
      const proxyFor = yield* readProxies(given.proxy)
      const proxy = proxyFor(given.url)
      const ros = yield* robotAddress(given)
      if (proxy !== null) yield* Effect.logInfo(`The cloud is reached through ${nameOf(proxy)}`)
      return yield* runBridge({
        url: given.url,
        token,
        stateDirectory,
        ffmpeg: given.ffmpeg,
        ...(Option.isSome(given.recordingsDir) ? { recordingsDirectory: given.recordingsDir.value } : {}),
        status: statusOf(given)
      }).pipe(
        Effect.provide(Option.isSome(given.rosKind) ? gatewayOf(given.rosKind.value, ros) : detectedGateway(ros)),
        Effect.provideService(CloudProxy, proxyFor)
      )
    })
    return yield* run.pipe(
      Effect.scoped,
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
