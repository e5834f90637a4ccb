import { Clock, Context, Effect, Stream } from "effect"

/** What a body has to keep up to be read to its end, however long that is. */
export interface Pace {
  /** Nothing may come for so long. */
  readonly stalledMs: number
  /** What is waited for a body in all: so long, and a second more for each so many bytes that have come. */
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/** The pace of uploads: what a line of 128 kbit/s gives. */
export const UploadPace = Context.Reference<Pace>("@fleet/server/UploadPace", {
  defaultValue: () => ({ stalledMs: 30_000, graceMs: 60_000, bytesPerSecond: 16 * 1024 })
})

/** A body that fails where its sender does not keep the pace. Time in which it is not read does not count. */
export const steadyBody = <E, E2, R>(
  body: Stream.Stream<Uint8Array, E, R>,
  { bytesPerSecond, graceMs, stalledMs }: Pace,
  tooSlow: () => E2
): Stream.Stream<Uint8Array, E | E2, R> =>
  Stream.suspend(() => {
    let size = 0
    let waitedMs = 0
    return Stream.transformPull(body, (pull) =>
      Effect.succeed(
        Effect.gen(function* () {
          const began = yield* Clock.currentTimeMillis
          const leftMs = graceMs + (size / bytesPerSecond) * 1000 - waitedMs
          const chunks = yield* Effect.timeoutOrElse(pull, {
            duration: Math.max(1, Math.min(stalledMs, leftMs)),
            orElse: () => Effect.fail(tooSlow())
          })
          waitedMs += (yield* Clock.currentTimeMillis) - began
          for (const { length } of chunks) size += length
          return chunks
        })
      )
    )
  })
