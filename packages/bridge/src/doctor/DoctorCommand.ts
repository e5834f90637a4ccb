import { Config, Console, Data, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { defaultRecordingsDirectory } from "../Bridge.ts"
import { recordingsDirFlag } from "../RecordingsDirFlag.ts"
import { defaultStateDirectory, readToken } from "../Token.ts"
import { lineOf } from "./Check.ts"
import { examine, isHealthy } from "./Doctor.ts"

/** Something has to be mended before a bridge can work. */
class Unhealthy extends Data.TaggedError("Unhealthy")<{ readonly message: string }> {}

const flags = {
  url: Flag.String("url").pipe(Flag.withFallbackConfig(Config.String("FLEET_URL"))),
  token: Flag.Redacted("token").pipe(Flag.withFallbackConfig(Config.Redacted("FLEET_TOKEN")), Flag.optional),
  tokenFile: Flag.String("token-file").pipe(Flag.withFallbackConfig(Config.String("FLEET_TOKEN_FILE")), Flag.optional),
  ros: Flag.String("ros").pipe(Flag.withFallbackConfig(Config.String("FLEET_ROS"))),
  stateDir: Flag.String("state-dir").pipe(Flag.withFallbackConfig(Config.String("FLEET_STATE_DIR")), Flag.optional),
  recordingsDir: recordingsDirFlag,
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
  Effect.fn("doctor")(function* ({ hello, json, recordingsDir, ros, stateDir, timeoutMs, token, tokenFile, url }) {
    const secret = yield* readToken(token, tokenFile).pipe(
      Effect.catchTag("PlatformError", ({ message }) => new Unhealthy({ message: `The token's file: ${message}` })),
      Effect.tapError(({ message }) => Console.error(message))
    )
    const stateDirectory = Option.isSome(stateDir) ? stateDir.value : yield* defaultStateDirectory(secret)
    const findings = yield* examine({
      url,
      ros,
      token: secret,
      tokenFile: Option.isSome(token) ? undefined : Option.getOrUndefined(tokenFile),
      stateDirectory,
      recordingsDirectory: Option.getOrElse(recordingsDir, () => defaultRecordingsDirectory(stateDirectory)),
      hello,
      timeoutMs
    })
    const healthy = isHealthy(findings)
    yield* Console.log(json ? JSON.stringify({ ok: healthy, findings }, null, 2) : findings.map(lineOf).join("\n"))
    if (!healthy) return yield* new Unhealthy({ message: "Something must be mended." })
  })
).pipe(Command.withDescription("Looks for what keeps a bridge from working here. Give it what you give the bridge."))
