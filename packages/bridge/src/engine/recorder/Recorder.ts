import type { RecordingRequest } from "@fleet/bridge-protocol/CloudMessages"
import type { RecordingCauseKind, RecordingId } from "@fleet/domain/Recordings"
import type { Recorder as Settings } from "@fleet/domain/RobotConfig/Recorder"
import type { ApplyError } from "@fleet/domain/Robots"
import { Clock, Context, Effect, Exit, Layer, Scope } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { RosGateway } from "../../ros/RosGateway.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { LinkModes } from "../link/LinkModes.ts"
import { type CutFailed, type CutWindow, cutRecording } from "./cutRecording.ts"
import { makeHeldRecordings, maxHeld } from "./HeldRecordings.ts"
import { isLinkLossId, makeLinkLossCut } from "./LinkLossCut.ts"
import { type RecordingFile, RecordingFiles } from "./RecordingFiles.ts"
import {
  type RecorderSettings,
  recorderSettings,
  runRecorder,
  type RunningRecorder,
  topicFaults
} from "./RunningRecorder.ts"

interface Running {
  readonly key: string
  settings: RecorderSettings
  readonly recorder: RunningRecorder
  readonly scope: Scope.Closeable
}

/** What of a section the ring depends on. The rest may change while it runs. */
const keyOf = ({ before_seconds, max_bytes, topics }: RecorderSettings) =>
  JSON.stringify([topics, before_seconds, max_bytes])

const windowOf = ({ after_seconds, before_seconds }: RecorderSettings, atMs: number, maxBytes: number): CutWindow => ({
  fromMs: Math.max(0, atMs - before_seconds * 1000),
  atMs,
  toMs: atMs + after_seconds * 1000,
  maxBytes
})

/** The flight recorder: keeps the last messages of some topics, and cuts them into files that the cloud asks for. */
export class Recorder extends Context.Service<
  Recorder,
  {
    /** Runs as the section of a document says; without one it records nothing. */
    readonly configure: (section: Settings | undefined, version: number) => Effect.Effect<void>
    /** The topics that do not come, as config_applied tells them. */
    readonly faults: () => ReadonlyArray<ApplyError>
    /** Cuts a recording, or answers what has become of it. */
    readonly request: (request: RecordingRequest) => Effect.Effect<void>
    readonly cancel: (id: RecordingId) => Effect.Effect<void>
    /** The cloud has accepted this robot's hello. */
    readonly connected: (robotId: string) => void
    /** What is kept in memory, null without a recorder, and the recordings since the start. */
    readonly state: () => {
      readonly ring: { readonly messages: number; readonly bytes: number; readonly dropped: number } | null
      readonly held: number
      readonly stored: number
      readonly failed: number
    }
  }
>()("@fleet/bridge/Recorder") {
  static readonly layer = Layer.effect(
    Recorder,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const files = yield* RecordingFiles
      const jobs = yield* Jobs
      const outbox = yield* Outbox
      const context = yield* Effect.context<RosGateway | LinkModes | Outbox>()
      const layerScope = yield* Effect.scope
      const held = yield* makeHeldRecordings
      const lossCut = yield* makeLinkLossCut
      let running: Running | undefined
      let robotId = ""
      let version = 0

      for (const { ageMs, file, id } of yield* files.load) {
        yield* isLinkLossId(id) ? lossCut.adopt(file, ageMs) : held.adopt(id, file, ageMs)
      }

      const about = (cause: RecordingCauseKind, atMs: number) => ({
        robot_id: robotId,
        cause,
        at_ms: String(atMs),
        config_version: String(version)
      })

      /** Each second, while there is a recorder. */
      const watchLink = (mine: Running) =>
        Effect.gen(function* () {
          let wasAttached = outbox.attached
          while (true) {
            yield* Effect.sleep("1 second")
            const isLost = wasAttached && !outbox.attached
            wasAttached = outbox.attached
            yield* lossCut.expire
            if (!isLost || !jobs.unfinished().some((job) => job.running)) continue
            const atMs = clock.currentTimeMillisUnsafe()
            const window = windowOf(mine.settings, atMs, mine.settings.max_bytes)
            yield* lossCut.begin(mine.recorder, window, about("job", atMs), layerScope)
          }
        })

      const stop = Effect.suspend(() => {
        const ended = running
        running = undefined
        return ended === undefined ? Effect.void : Scope.close(ended.scope, Exit.void)
      })

      const start = Effect.fnUntraced(function* (settings: RecorderSettings) {
        const scope = yield* Scope.fork(layerScope)
        const recorder = yield* Scope.provide(runRecorder(settings), scope)
        const mine = { key: keyOf(settings), settings, recorder, scope }
        running = mine
        yield* Effect.forkIn(watchLink(mine), scope)
      })

      const configure = Effect.fnUntraced(function* (section: Settings | undefined) {
        const settings = section === undefined ? undefined : recorderSettings(section)
        if (settings !== undefined && running?.key === keyOf(settings)) {
          running.settings = settings
          return
        }
        yield* stop
        if (settings === undefined) yield* lossCut.drop
        else yield* start(settings)
      })

      const cutOf = (
        { cause, max_bytes, recording_id }: RecordingRequest,
        atMs: number
      ): Effect.Effect<RecordingFile, CutFailed, RecordingFiles> | undefined => {
        const kept = lossCut.take(atMs, cause)
        if (kept !== undefined) return Effect.flatMap(kept, (file) => Effect.orDie(files.rename(file, recording_id)))
        if (running === undefined) return undefined
        const { recorder, settings } = running
        if (atMs < recorder.ring.sinceMs(clock.currentTimeMillisUnsafe())) return undefined
        const window = windowOf(settings, atMs, Math.min(max_bytes, settings.max_bytes))
        return cutRecording(recording_id, recorder, window, { ...about(cause, atMs), recording_id })
      }

      const request = Effect.fnUntraced(function* (asked: RecordingRequest) {
        if (yield* held.answer(asked)) return
        // This computer's clock may be behind the cloud's: what was is not to come.
        const atMs = Math.min(asked.at_ms, clock.currentTimeMillisUnsafe())
        if (!(yield* held.hasRoom)) {
          const message = `The bridge holds ${maxHeld} recordings already.`
          return yield* held.refuse(asked.recording_id, { code: "too_many", message })
        }
        const cut = cutOf(asked, atMs)
        if (cut !== undefined) return yield* held.begin(asked, Effect.provideService(cut, RecordingFiles, files))
        yield* held.refuse(
          asked.recording_id,
          running === undefined
            ? { code: "no_recorder", message: "The running configuration has no recorder." }
            : { code: "recording_gone", message: "Nothing of that time is kept any more." }
        )
      })

      return Recorder.of({
        configure: (section, configured) =>
          Effect.suspend(() => {
            version = configured
            return Effect.provideContext(configure(section), context)
          }),
        faults: () => (running === undefined ? [] : topicFaults(running.recorder)),
        request,
        cancel: held.cancel,
        connected: (robot) => {
          robotId = robot
          held.connected()
          lossCut.linkIsBack()
        },
        state: () => {
          const ring = running?.recorder.ring
          return {
            ring: ring === undefined ? null : { messages: ring.messages, bytes: ring.bytes, dropped: ring.dropped },
            ...held.counts()
          }
        }
      })
    })
  )
}
