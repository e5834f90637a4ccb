import type { RecordingErrorCode } from "@fleet/domain/Recordings"
import { Clock, Data, Effect } from "effect"
import type { FileSystem, PlatformError, Scope } from "effect"
import { fileBytesOf, McapRecording, overheadOf } from "./McapRecording.ts"
import type { ReadPosition } from "./MessageRing.ts"
import { type RecordingFile, RecordingFiles } from "./RecordingFiles.ts"
import type { RunningRecorder } from "./RunningRecorder.ts"

/** The file of a recording could not be written. `message` says why. */
export class CutFailed extends Data.TaggedError("CutFailed")<{
  readonly code: RecordingErrorCode
  readonly message: string
}> {}

/** What is to be cut: from before the instant until after it, in milliseconds since the epoch. */
export interface CutWindow {
  readonly fromMs: number
  readonly atMs: number
  readonly toMs: number
  readonly maxBytes: number
}

/** Bytes that are written without a pause. */
const turnBytes = 524_288
const lookEveryMs = 500

/**
 * Moves a reader to the first message of the window. Where there is more than the file's share for what was before the
 * instant, it begins with the newest that fit: what comes after has its share, too.
 */
const seek = ({ channels, ring }: RunningRecorder, reader: ReadPosition, window: CutWindow): number | undefined => {
  const begin = { at: reader.at }
  let before = 0
  for (let note = ring.peek(begin); note !== undefined && note.atMs <= window.atMs; note = ring.peek(begin)) {
    if (note.atMs >= window.fromMs) before += fileBytesOf(note.length)
    ring.skip(begin, note)
  }
  const room = Math.max(0, window.maxBytes - overheadOf(channels.all, window.maxBytes))
  const share = room * ((window.atMs - window.fromMs) / Math.max(1, window.toMs - window.fromMs))
  let leftOutMs: number | undefined
  for (let note = ring.peek(reader); note !== undefined && note.atMs <= window.atMs; note = ring.peek(reader)) {
    if (note.atMs >= window.fromMs) {
      if (before <= share) return leftOutMs
      before -= fileBytesOf(note.length)
      leftOutMs = note.atMs
    }
    ring.skip(reader, note)
  }
  return leftOutMs
}

/** Writes a turn's worth of messages. `done` when the window has no more, `fullMs` when the file has no room for one. */
const writeTurn = async (
  { channels, ring }: RunningRecorder,
  reader: ReadPosition,
  { toMs }: CutWindow,
  mcap: McapRecording
): Promise<{ readonly done: boolean; readonly more: boolean; readonly fullMs?: number }> => {
  for (let written = 0; written < turnBytes;) {
    const note = ring.peek(reader)
    if (note === undefined) return { done: false, more: false }
    if (note.atMs > toMs) return { done: true, more: false }
    const channel = channels.get(note.channel)
    const payload = ring.payload(reader, note)
    ring.skip(reader, note)
    if (channel === undefined) continue
    if (!(await mcap.add(note.channel, channel, note.atMs, payload))) {
      return { done: true, more: false, fullMs: note.atMs }
    }
    written += fileBytesOf(note.length)
  }
  return { done: false, more: true }
}

const record = Effect.fnUntraced(function* (
  recorder: RunningRecorder,
  reader: ReadPosition,
  window: CutWindow,
  about: Readonly<Record<string, string>>,
  file: FileSystem.File
) {
  const clock = yield* Clock.Clock
  const mcap = new McapRecording(window.maxBytes)
  const put = <A>(work: () => Promise<A>) =>
    Effect.tap(Effect.promise(work), () =>
      Effect.forEach(mcap.take(), (part) => file.writeAll(part), { discard: true })
    )

  yield* put(() => mcap.start())
  let { toMs } = window
  while (true) {
    // Looked at first: what comes until then is read below.
    const nowMs = clock.currentTimeMillisUnsafe()
    const isLast = recorder.endedMs !== undefined || nowMs > window.toMs
    const { done, fullMs, more } = yield* put(() => writeTurn(recorder, reader, window, mcap))
    if (fullMs !== undefined) toMs = fullMs - 1
    else if (recorder.endedMs !== undefined) toMs = Math.min(window.toMs, recorder.endedMs)
    if (done || (isLast && !more)) break
    if (!more) yield* Effect.sleep(Math.min(lookEveryMs, Math.max(1, window.toMs - nowMs + 1)))
  }
  yield* put(() => mcap.end(about))
  return Math.floor(toMs)
})

const reasonOf = (error: PlatformError.PlatformError): string => {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code
  return code === undefined ? error.message : `${code}, ${error.message}`
}

/** Cuts the ring into a file, and goes on until the window's end with what is received meanwhile. */
export const cutRecording = Effect.fnUntraced(function* (
  id: string,
  recorder: RunningRecorder,
  window: CutWindow,
  about: Readonly<Record<string, string>>
): Effect.fn.Return<RecordingFile, CutFailed, RecordingFiles | Scope.Scope> {
  const files = yield* RecordingFiles
  const { ring } = recorder
  // Before the file is opened: what is there now may be too old by then.
  const reader = yield* Effect.acquireRelease(
    Effect.sync(() => ring.open()),
    (opened) => Effect.sync(() => ring.close(opened))
  )
  const coveredMs = ring.sinceMs(yield* Clock.currentTimeMillis)
  const leftOutMs = seek(recorder, reader, window)
  const fromMs = Math.floor(leftOutMs === undefined ? Math.max(window.fromMs, coveredMs) : leftOutMs + 1)
  const written = files.write(id, (file) =>
    Effect.map(record(recorder, reader, window, about, file), (toMs) => ({ fromMs, toMs: Math.max(fromMs, toMs) }))
  )
  return yield* Effect.mapError(
    written,
    (error) =>
      new CutFailed({
        code: "write_failed",
        message: `The recording could not be written into ${files.folder}: ${reasonOf(error)}`
      })
  )
}, Effect.scoped)
