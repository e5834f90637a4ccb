import { Effect, type Redacted, Result } from "effect"
import type { ProxyFor } from "../cloud/proxy/CloudProxy.ts"
import type { GatewayKind } from "../ros/DetectGateway.ts"
import type { StatusAddress } from "../status/StatusServer.ts"
import { failed, type Finding, skipped } from "./Check.ts"
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
  /** The configured protocol; undefined where the bridge detects it. */
  readonly rosKind: GatewayKind | undefined
  /** The token, or why no token can be checked. */
  readonly token: Result.Result<Redacted.Redacted, string>
  readonly tokenFile: string | undefined
  /** Undefined where only the token would tell it. */
  readonly stateDirectory: string | undefined
  readonly recordingsDirectory: string | undefined
  readonly proxies: Result.Result<ProxyFor, { readonly message: string }>
  /** Where the bridge serves its status; undefined where it does not. */
  readonly status: StatusAddress | undefined
  readonly ffmpeg: string
  /** Proves the token with a hello, which takes the robot's place. */
  readonly hello: boolean
  /** For each step. */
  readonly timeoutMs: number
}

const givenToken = "Give FLEET_TOKEN or --token-file."

/** The checks of a folder that is known; else that they were skipped. */
const inFolder = (name: string, flag: string, folder: string | undefined, checks: ReadonlyArray<FolderCheck>) =>
  folder === undefined
    ? Effect.succeed([
        skipped(name, "The folder is named after the token, which is not known.", `Give the token, or ${flag}.`)
      ])
    : Effect.forEach(checks, (check) => check(folder))

type FolderCheck = (folder: string) => Effect.Effect<Finding>

const checkWay = ({ proxies, timeoutMs, url }: DoctorSettings): Effect.Effect<ReadonlyArray<Finding>> =>
  Result.isFailure(proxies)
    ? Effect.succeed([failed("cloud proxy", proxies.failure.message, "Mend it, or leave it out.")])
    : checkCloud(url, timeoutMs)

const checkToken = (token: DoctorSettings["token"], hello: boolean): ReadonlyArray<Finding> =>
  Result.isSuccess(token)
    ? [checkTokenForm(token.success)]
    : [
        skipped("token", `${token.failure} It was not looked at.`, givenToken),
        ...(hello ? [skipped("token hello", "There is no token to say hello with.", givenToken)] : [])
      ]

/** Looks at everything a bridge needs, in the order in which one would mend it. */
export const examine = Effect.fnUntraced(function* (settings: DoctorSettings) {
  const { hello, recordingsDirectory, ros, rosKind, stateDirectory, timeoutMs, token, tokenFile, url } = settings
  const [ffmpeg, state, recordings, file, status, robot, cloud] = yield* Effect.all(
    [
      checkFfmpeg(settings.ffmpeg, timeoutMs),
      inFolder("state", "--state-dir", stateDirectory, [checkState, checkDisk]),
      inFolder("recordings", "--recordings-dir", recordingsDirectory, [checkRecordings]),
      tokenFile === undefined ? Effect.succeed(undefined) : checkTokenFile(tokenFile),
      settings.status === undefined ? Effect.succeed(undefined) : checkStatusAddress(settings.status, timeoutMs),
      checkRos(ros, timeoutMs, rosKind),
      checkWay(settings)
    ],
    { concurrency: "unbounded" }
  )
  const isReachable = cloud.every(({ verdict }) => verdict !== "failed")
  const clock = isReachable ? yield* checkClock(url, timeoutMs) : []
  const isProven = hello && isReachable && Result.isSuccess(token)
  const proof = isProven ? yield* checkHello(url, token.success, timeoutMs) : []
  const findings: ReadonlyArray<Finding> = [
    checkNode(process.version),
    ffmpeg,
    ...state,
    ...recordings,
    ...(file === undefined ? [] : [file]),
    ...checkToken(token, hello),
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
