import { Effect, type Redacted } from "effect"
import type { GatewayKind } from "../ros/DetectGateway.ts"
import type { StatusAddress } from "../status/StatusServer.ts"
import type { Finding } from "./Check.ts"
import { checkCloud } from "./Cloud.ts"
import { checkClock } from "./CloudClock.ts"
import { checkDisk, checkNode, checkRecordings, checkState, checkTokenFile } from "./Computer.ts"
import { checkFfmpeg } from "./Encoder.ts"
import { checkRos } from "./RosServer.ts"
import { checkStatusAddress } from "./RunningBridge.ts"
import { checkHello, checkTokenForm } from "./Token.ts"

export interface DoctorSettings {
  readonly url: string
  readonly ros: string
  /** What is said to answer there; undefined where the bridge finds out. */
  readonly rosKind: GatewayKind | undefined
  readonly token: Redacted.Redacted
  readonly tokenFile: string | undefined
  readonly stateDirectory: string
  readonly recordingsDirectory: string
  /** Where the bridge serves its status; undefined where it does not. */
  readonly status: StatusAddress | undefined
  readonly ffmpeg: string
  /** Proves the token with a hello, which takes the robot's place. */
  readonly hello: boolean
  /** For each step. */
  readonly timeoutMs: number
}

/** Looks at everything a bridge needs, in the order in which one would mend it. */
export const examine = Effect.fnUntraced(function* (settings: DoctorSettings) {
  const { hello, recordingsDirectory, ros, rosKind, stateDirectory, timeoutMs, token, tokenFile, url } = settings
  const [ffmpeg, state, disk, recordings, file, status, robot, cloud] = yield* Effect.all(
    [
      checkFfmpeg(settings.ffmpeg, timeoutMs),
      checkState(stateDirectory),
      checkDisk(stateDirectory),
      checkRecordings(recordingsDirectory),
      tokenFile === undefined ? Effect.succeed(undefined) : checkTokenFile(tokenFile),
      settings.status === undefined ? Effect.succeed(undefined) : checkStatusAddress(settings.status, timeoutMs),
      checkRos(ros, timeoutMs, rosKind),
      checkCloud(url, timeoutMs)
    ],
    { concurrency: "unbounded" }
  )
  const isReachable = cloud.every(({ verdict }) => verdict !== "failed")
  const clock = isReachable ? yield* checkClock(url, timeoutMs) : []
  const form = checkTokenForm(token)
  const proof = hello && isReachable ? yield* checkHello(url, token, timeoutMs) : []
  const findings: ReadonlyArray<Finding> = [
    checkNode(process.version),
    ffmpeg,
    state,
    disk,
    recordings,
    ...(file === undefined ? [] : [file]),
    form,
    ...(status === undefined ? [] : [status]),
    ...robot,
    ...cloud,
    ...clock,
    ...proof
  ]
  return findings
})

/** Whether a bridge would work: warnings do not keep it from that. */
export const isHealthy = (findings: ReadonlyArray<Finding>): boolean =>
  findings.every(({ verdict }) => verdict !== "failed")
