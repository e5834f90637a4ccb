import { Effect, Layer, type Redacted } from "effect"
import { join } from "node:path"
import { keepConnected } from "./cloud/CloudLink.ts"
import { CloudStateRef, newCloudState } from "./cloud/CloudState.ts"
import { Outbox } from "./cloud/Outbox.ts"
import { RobotAssets } from "./engine/assets/RobotAssets.ts"
import { Cameras } from "./engine/cameras/Cameras.ts"
import { Ffmpeg } from "./engine/cameras/Ffmpeg.ts"
import { Configuration } from "./engine/config/Configuration.ts"
import { DatapointStates } from "./engine/datapoints/DatapointStates.ts"
import { Engine } from "./engine/Engine.ts"
import { ActionWatches } from "./engine/jobs/ActionWatches.ts"
import { ExternalGoals } from "./engine/jobs/ExternalGoals.ts"
import { Invocations } from "./engine/jobs/Invocations.ts"
import { JobFiles } from "./engine/jobs/JobFiles.ts"
import { Jobs } from "./engine/jobs/Jobs.ts"
import { LinkModes } from "./engine/link/LinkModes.ts"
import { RobotClock } from "./engine/link/RobotClock.ts"
import { Recorder } from "./engine/recorder/Recorder.ts"
import { RecordingFiles } from "./engine/recorder/RecordingFiles.ts"
import { statusReader } from "./status/Status.ts"
import { serveStatus, type StatusAddress } from "./status/StatusServer.ts"

/** Where recordings wait for their upload, unless another folder is given. */
export const defaultRecordingsDirectory = (stateDirectory: string): string => join(stateDirectory, "recordings")

type Local = Pick<BridgeSettings, "stateDirectory" | "recordingsDirectory" | "ffmpeg">

/** The engine with its parts, above a gateway to the robot and the platform's files. */
export const engineLayer = ({ ffmpeg = "ffmpeg", recordingsDirectory, stateDirectory }: Local) =>
  Engine.layer.pipe(
    Layer.provide(RobotAssets.layer),
    Layer.provideMerge([Configuration.layer, Invocations.layer]),
    Layer.provideMerge([Cameras.layer, Recorder.layer]),
    Layer.provideMerge(ExternalGoals.layer),
    Layer.provideMerge([ActionWatches.layer, Jobs.layer, LinkModes.layer, DatapointStates.layer, RobotClock.layer]),
    Layer.provideMerge([
      Ffmpeg.layer(ffmpeg),
      Outbox.layer,
      JobFiles.layer(stateDirectory),
      RecordingFiles.layer(recordingsDirectory ?? defaultRecordingsDirectory(stateDirectory))
    ])
  )

/** What a bridge needs to know. */
export interface BridgeSettings {
  readonly url: string
  readonly token: Redacted.Redacted
  readonly stateDirectory: string
  /** Where recordings wait for their upload; `recordings` of the state directory by default. */
  readonly recordingsDirectory?: string
  /** Where the status is served; absent: nowhere. */
  readonly status?: StatusAddress | undefined
  /** The program that encodes video; `ffmpeg` of the PATH by default. */
  readonly ffmpeg?: string
}

const announceStatus = Effect.fnUntraced(function* (status: StatusAddress) {
  const port = yield* serveStatus(status, yield* statusReader)
  yield* Effect.logInfo(`The status is served at port ${port}: /healthz, /status, /metrics`)
})

/** A whole bridge: runs until the cloud ends it for good. */
export const runBridge = ({ url, token, status, ...local }: BridgeSettings) =>
  Effect.andThen(status === undefined ? Effect.void : announceStatus(status), keepConnected({ url, token })).pipe(
    Effect.provide(engineLayer(local)),
    Effect.provideService(CloudStateRef, newCloudState()),
    Effect.scoped
  )
