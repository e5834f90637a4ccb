import { Effect, type Redacted } from "effect"
import type { Finding } from "./Check.ts"
import { checkCloud } from "./Cloud.ts"
import { checkClock } from "./CloudClock.ts"
import { checkDisk, checkFfmpeg, checkNode, checkRecordings, checkState, checkTokenFile } from "./Computer.ts"
import { checkRos } from "./RosServer.ts"
import { checkHello, checkTokenForm } from "./Token.ts"

export interface DoctorSettings {
  readonly url: string
  readonly ros: string
  readonly token: Redacted.Redacted
  readonly tokenFile: string | undefined
  readonly stateDirectory: string
  readonly recordingsDirectory: string
  /** Proves the token with a hello, which takes the robot's place. */
  readonly hello: boolean
  /** For each step. */
  readonly timeoutMs: number
}

/** Looks at everything a bridge needs, in the order in which one would mend it. */
export const examine = Effect.fnUntraced(function* (settings: DoctorSettings) {
  const { hello, recordingsDirectory, ros, stateDirectory, timeoutMs, token, tokenFile, url } = settings
  const [ffmpeg, state, disk, recordings, file, robot, cloud] = yield* Effect.all(
    [
      checkFfmpeg(),
      checkState(stateDirectory),
      checkDisk(stateDirectory),
      checkRecordings(recordingsDirectory),
      tokenFile === undefined ? Effect.succeed(undefined) : checkTokenFile(tokenFile),
      checkRos(ros, timeoutMs),
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
