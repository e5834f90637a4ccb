import { Console, Data, Effect, Option, Result } from "effect"
import { Command, Flag } from "effect/cli"
import { defaultRecordingsDirectory } from "../Bridge.ts"
import { bridgeFlags } from "../BridgeFlags.ts"
import { CloudProxy, readProxies } from "../cloud/proxy/CloudProxy.ts"
import { statusOf } from "../status/StatusFlags.ts"
import { defaultStateDirectory, readToken } from "../Token.ts"
import { lineOf } from "./Check.ts"
import { examine, isHealthy } from "./Doctor.ts"

/** Something has to be mended before a bridge can work. */
class Unhealthy extends Data.TaggedError("Unhealthy")<{ readonly message: string }> {}

const flags = {
  ...bridgeFlags,
  hello: Flag.Boolean("hello").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Prove the token by a hello. It takes the robot's place: a bridge that runs now is ended")
  ),
  timeoutMs: Flag.Int("timeout-ms").pipe(Flag.withDefault(5000), Flag.withDescription("The longest a step may take")),
  json: Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("Print JSON"))
}

/** `fleet-bridge doctor`: says what keeps a bridge from working here, and what to do. Takes the bridge's own settings. */
export const doctorCommand = Command.make(
  "doctor",
  flags,
  Effect.fn("doctor")(function* (given) {
    const { ffmpeg, hello, json, recordingsDir, ros, rosKind, stateDir, timeoutMs, token, tokenFile, url } = given
    const secret = yield* readToken(token, tokenFile).pipe(
      Effect.catchTags({
        NoToken: () => Effect.fail("No token is given."),
        PlatformError: () => Effect.fail("The token's file cannot be read.")
      }),
      Effect.result
    )
    const proxies = yield* Effect.result(readProxies(given.proxy))
    const stateDirectory = Option.isSome(stateDir)
      ? stateDir.value
      : Result.isSuccess(secret)
        ? yield* defaultStateDirectory(secret.success)
        : undefined
    const findings = yield* examine({
      url,
      ros,
      rosKind: Option.getOrUndefined(rosKind),
      token: secret,
      tokenFile: Option.isSome(token) ? undefined : Option.getOrUndefined(tokenFile),
      stateDirectory,
      recordingsDirectory: Option.isSome(recordingsDir)
        ? recordingsDir.value
        : stateDirectory === undefined
          ? undefined
          : defaultRecordingsDirectory(stateDirectory),
      proxies,
      status: statusOf(given),
      ffmpeg,
      hello,
      timeoutMs
    }).pipe(
      Effect.provideService(
        CloudProxy,
        Result.getOrElse(proxies, () => () => null)
      )
    )
    const healthy = isHealthy(findings)
    yield* Console.log(json ? JSON.stringify({ ok: healthy, findings }, null, 2) : findings.map(lineOf).join("\n"))
    if (!healthy) return yield* new Unhealthy({ message: "Something must be mended." })
  })
).pipe(Command.withDescription("Looks for what keeps a bridge from working here. Give it what you give the bridge."))
