import type { Failure } from "@fleet/bridge-protocol/BridgeMessages"
import type { RecordingRequest } from "@fleet/bridge-protocol/CloudMessages"
import { type RecordingErrorCode, RecordingId } from "@fleet/domain/Recordings"
import { Clock, Effect, FiberMap, Schema, Semaphore } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { LinkModes } from "../link/LinkModes.ts"
import type { CutFailed } from "./cutRecording.ts"
import { type RecordingFile, RecordingFiles } from "./RecordingFiles.ts"
import { NotStored, sendRecording, type UploadTarget } from "./sendRecording.ts"
import { wordsOf } from "../wordsOf.ts"

/** Recordings that are held at once, those of an earlier run included. */
export const maxHeld = 3
/** Ends that are remembered, should the cloud ask again. */
const maxFailures = 20
/** A link younger than this has more important things to carry. */
const calmAfterMs = 5000
const lookEveryMs = 1000
/**
 * While the link is slow, a part of a file is sent this rarely: as fast as the cloud wants uploads to be at the least, or it
 * would break them off.
 */
export const slowEveryMs = 3000
const firstDelayMs = 1000
const longestDelayMs = 60_000
const givenUpMs = 24 * 3600 * 1000

interface Held {
  readonly id: RecordingId
  state: "recording" | "waiting" | "uploading"
  file: RecordingFile | undefined
  /** Undefined until a file that an earlier run left is requested. */
  target: UploadTarget | undefined
}

/** Why the bridge gives a recording up. */
interface GivenUp extends Failure {
  readonly code: RecordingErrorCode
}

const isId = Schema.is(RecordingId)

/** The recordings that the cloud has asked for and does not have yet: each is cut, waits for a calm link, and is uploaded. */
export const makeHeldRecordings = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const files = yield* RecordingFiles
  const link = yield* LinkModes
  const outbox = yield* Outbox
  const held = new Map<RecordingId, Held>()
  const failures = new Map<RecordingId, GivenUp>()
  const work = yield* FiberMap.make<RecordingId>()
  const turn = yield* Semaphore.make(1)
  let connectedMs = 0
  let stored = 0
  let failed = 0

  const now = () => clock.currentTimeMillisUnsafe()

  const tell = (
    { file, id, state }: Pick<Held, "id" | "file"> & { state: Held["state"] | "failed" },
    error?: GivenUp
  ) =>
    outbox.send({
      type: "recording_state",
      recording_id: id,
      state,
      from_ms: file?.fromMs ?? null,
      to_ms: file?.toMs ?? null,
      size_bytes: file?.size ?? null,
      error: error ?? null,
      at_ms: now()
    })

  const move = (recording: Held, state: Held["state"]) => {
    recording.state = state
    tell(recording)
  }

  const forget = (recording: Held) =>
    Effect.suspend(() => {
      if (held.get(recording.id) === recording) held.delete(recording.id)
      return recording.file === undefined ? Effect.void : files.remove(recording.file)
    })

  const refuse = (id: RecordingId, error: GivenUp) =>
    Effect.gen(function* () {
      failed += 1
      failures.set(id, error)
      const [oldest] = failures.keys()
      if (oldest !== undefined && failures.size > maxFailures) failures.delete(oldest)
      tell({ id, file: undefined, state: "failed" }, error)
      yield* Effect.logWarning(`A recording failed: ${error.code}: ${error.message}`)
    })

  const isCalm = () => outbox.attached && now() - connectedMs >= calmAfterMs && !link.state().lowBandwidth

  const calm = Effect.gen(function* () {
    while (!isCalm()) yield* Effect.sleep(lookEveryMs)
  })

  const pause = Effect.gen(function* () {
    // Counted, since the computer's clock may be set back meanwhile.
    for (let waitedMs = 0; link.state().lowBandwidth && waitedMs < slowEveryMs; waitedMs += lookEveryMs) {
      yield* Effect.sleep(lookEveryMs)
    }
  })

  const attempt = (recording: Held, file: RecordingFile) =>
    Effect.gen(function* () {
      yield* calm
      move(recording, "uploading")
      if (recording.target !== undefined) yield* sendRecording(recording.id, file, recording.target, pause)
    }).pipe(turn.withPermits(1))

  /** Uploads until the cloud has it, or never will. */
  const upload = Effect.fnUntraced(function* (recording: Held, file: RecordingFile) {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, 2 * delayMs)) {
      const refusal = yield* Effect.match(attempt(recording, file), {
        onSuccess: () => undefined,
        onFailure: (refused) => refused
      })
      if (refusal === undefined) return
      if (!refusal.mayRetry) return yield* refusal
      move(recording, "waiting")
      yield* Effect.sleep(delayMs)
    }
  })

  const tooLong = new NotStored({ code: "upload_failed", message: "There was no way to upload it.", mayRetry: false })

  /** From the cut to its end in the cloud. An interruption leaves the file for the next run. */
  const run = (recording: Held, cut: Effect.Effect<RecordingFile, CutFailed>) =>
    Effect.gen(function* () {
      tell(recording)
      const file = yield* cut
      recording.file = file
      move(recording, "waiting")
      yield* upload(recording, file).pipe(
        Effect.timeoutOrElse({ duration: givenUpMs, orElse: () => Effect.fail(tooLong) })
      )
      stored += 1
      yield* forget(recording)
    }).pipe(
      Effect.catch((error) =>
        Effect.andThen(
          forget(recording),
          refuse(recording.id, {
            code: error.code,
            message: error.message,
            ...("details" in error && error.details !== undefined ? { details: error.details } : {})
          })
        )
      ),
      Effect.catchDefect((defect) =>
        Effect.logError("A recording could not be made", defect).pipe(
          Effect.andThen(forget(recording)),
          Effect.andThen(
            refuse(recording.id, { code: "internal_error", message: `The bridge failed at it: ${wordsOf(defect)}` })
          )
        )
      )
    )

  const start = (recording: Held, cut: Effect.Effect<RecordingFile, CutFailed>) =>
    Effect.asVoid(FiberMap.run(work, recording.id, Effect.provideService(run(recording, cut), RecordingFiles, files)))

  const targetOf = ({ max_bytes, upload_token, upload_url }: RecordingRequest): UploadTarget => ({
    url: upload_url,
    token: upload_token,
    maxBytes: max_bytes
  })

  return {
    /** Takes up a file of an earlier run, which waits a day for somebody to ask for it. */
    adopt: Effect.fnUntraced(function* (id: string, file: RecordingFile, ageMs: number) {
      if (!isId(id) || held.size >= maxHeld || ageMs >= givenUpMs) return yield* files.remove(file)
      const recording: Held = { id, state: "waiting", file, target: undefined }
      held.set(id, recording)
      yield* Effect.sleep(givenUpMs - ageMs).pipe(
        Effect.andThen(Effect.suspend(() => (recording.target === undefined ? forget(recording) : Effect.void))),
        Effect.forkScoped
      )
    }),
    /** Answers for a recording that is held or has failed; false for one that is not known. */
    answer: (request: RecordingRequest): Effect.Effect<boolean> =>
      Effect.gen(function* () {
        const id = request.recording_id
        const failure = failures.get(id)
        const recording = held.get(id)
        if (failure !== undefined) tell({ id, file: undefined, state: "failed" }, failure)
        else if (recording !== undefined) {
          const isAdopted = recording.target === undefined
          recording.target = targetOf(request)
          if (isAdopted && recording.file !== undefined) yield* start(recording, Effect.succeed(recording.file))
          else tell(recording)
        }
        return failure !== undefined || recording !== undefined
      }),
    /** Whether another may be held. A file of an earlier run that was not requested makes room. */
    hasRoom: Effect.gen(function* () {
      const unwanted = [...held.values()].find(({ target }) => target === undefined)
      if (held.size >= maxHeld && unwanted !== undefined) yield* forget(unwanted)
      return held.size < maxHeld
    }),
    /** Holds another recording, whose file comes of the cut. */
    begin: Effect.fnUntraced(function* (request: RecordingRequest, cut: Effect.Effect<RecordingFile, CutFailed>) {
      const id = request.recording_id
      const recording: Held = { id, state: "recording", file: undefined, target: targetOf(request) }
      held.set(id, recording)
      yield* start(recording, cut)
    }),
    refuse,
    cancel: (id: RecordingId) =>
      Effect.gen(function* () {
        yield* FiberMap.remove(work, id)
        const recording = held.get(id)
        if (recording !== undefined) yield* forget(recording)
      }),
    /** The cloud has accepted a hello just now. */
    connected: () => {
      connectedMs = now()
    },
    counts: () => ({ held: held.size, stored, failed })
  }
})
export type HeldRecordings = Effect.Success<typeof makeHeldRecordings>
