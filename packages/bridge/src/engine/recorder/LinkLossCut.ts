import type { RecordingCauseKind } from "@fleet/domain/Recordings"
import { Clock, Deferred, Effect, Exit, Fiber, type Scope } from "effect"
import { CutFailed, type CutWindow, cutRecording } from "./cutRecording.ts"
import { type RecordingFile, RecordingFiles } from "./RecordingFiles.ts"
import type { RunningRecorder } from "./RunningRecorder.ts"

/** How the names of its files begin, until a recording is given one. */
const prefix = "link-loss-"
export const isLinkLossId = (id: string): boolean => id.startsWith(prefix)
/** How long a cut waits for somebody who wants it. */
const keptMs = 10 * 60 * 1000

interface Cut {
  readonly fromMs: number
  readonly toMs: number
  readonly madeMs: number
  /** When the cloud was there again. */
  backMs: number | undefined
  readonly file: Deferred.Deferred<RecordingFile, CutFailed>
  readonly fiber: Fiber.Fiber<unknown> | undefined
}

/**
 * What was recorded around the loss of the link, while jobs ran: should one of them be lost for it, its recording is asked
 * for when the link is back, and the ring has moved on. There is one at most, the newest.
 */
export const makeLinkLossCut = Effect.gen(function* () {
  const files = yield* RecordingFiles
  const clock = yield* Clock.Clock
  let cut: Cut | undefined

  const discard = ({ fiber, file }: Cut) =>
    Effect.andThen(
      fiber === undefined ? Effect.void : Fiber.interrupt(fiber),
      Effect.flatMap(Deferred.poll(file), (done) =>
        done._tag === "None" ? Effect.void : Effect.ignore(Effect.flatMap(done.value, files.remove))
      )
    )

  const drop = Effect.suspend(() => {
    const dropped = cut
    cut = undefined
    return dropped === undefined ? Effect.void : discard(dropped)
  })

  return {
    /** Begins a cut, in place of the one that is there. */
    begin: (
      recorder: RunningRecorder,
      window: CutWindow,
      about: Readonly<Record<string, string>>,
      scope: Scope.Scope
    ) =>
      Effect.gen(function* () {
        yield* drop
        const file = yield* Deferred.make<RecordingFile, CutFailed>()
        const fiber = yield* cutRecording(`${prefix}${window.atMs}`, recorder, window, about).pipe(
          Effect.tapError(({ message }) => Effect.logWarning(message)),
          Effect.onExit((exit) =>
            Exit.hasInterrupts(exit) || Exit.hasDies(exit)
              ? Deferred.fail(file, new CutFailed({ code: "recording_gone", message: "The cut was given up." }))
              : Deferred.done(file, exit)
          ),
          Effect.ignore,
          Effect.provideService(RecordingFiles, files),
          Effect.forkIn(scope)
        )
        const { fromMs, toMs } = window
        cut = { fromMs, toMs, madeMs: clock.currentTimeMillisUnsafe(), backMs: undefined, file, fiber }
      }),
    /** Takes up the cut of an earlier run, unless it is too old. */
    adopt: (file: RecordingFile, ageMs: number) =>
      Effect.suspend(() => {
        if (cut !== undefined || ageMs >= keptMs) return files.remove(file)
        const madeMs = clock.currentTimeMillisUnsafe() - ageMs
        const done = Deferred.makeUnsafe<RecordingFile, CutFailed>()
        Deferred.doneUnsafe(done, Effect.succeed(file))
        cut = { ...file, madeMs, backMs: undefined, file: done, fiber: undefined }
        return Effect.void
      }),
    /** The cloud is there again. */
    linkIsBack: () => {
      if (cut !== undefined) cut.backMs ??= clock.currentTimeMillisUnsafe()
    },
    /** Hands over the cut to a request for an instant in it, or for a job that was lost during the outage. */
    take: (atMs: number, cause: RecordingCauseKind): Effect.Effect<RecordingFile, CutFailed> | undefined => {
      if (cut === undefined || atMs < cut.fromMs) return undefined
      const untilMs = cause === "job" ? Math.max(cut.toMs, cut.backMs ?? 0) : cut.toMs
      if (atMs > untilMs) return undefined
      const taken = cut
      cut = undefined
      return Effect.onInterrupt(Deferred.await(taken.file), () => discard(taken))
    },
    /** Drops it when it was not requested for so long. */
    expire: Effect.suspend(() =>
      cut !== undefined && clock.currentTimeMillisUnsafe() - cut.madeMs >= keptMs ? drop : Effect.void
    ),
    drop,
    isHeld: () => cut !== undefined
  }
})
export type LinkLossCut = Effect.Success<typeof makeLinkLossCut>
