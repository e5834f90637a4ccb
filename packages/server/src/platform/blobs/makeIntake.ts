import { Effect, Stream } from "effect"
import type { Hash } from "node:crypto"
import { BlobRefused, edgeBytes } from "./BlobStorage.ts"

/** What is known of a body once it has ended. */
export interface Intake {
  readonly sha256: string
  readonly size: number
  readonly head: Uint8Array
  readonly tail: Uint8Array
}

/** Reads a body to its end, hashed and counted, each chunk written before the next is read. */
export const makeIntake =
  (hash: Hash, maxBytes: number) =>
  <E, R>(
    body: Stream.Stream<Uint8Array, E>,
    write: (chunk: Uint8Array) => Effect.Effect<unknown, never, R>
  ): Effect.Effect<Intake, BlobRefused, R> =>
    Effect.gen(function* () {
      let size = 0
      let head: Uint8Array = new Uint8Array(0)
      let tail: Uint8Array = new Uint8Array(0)
      yield* Stream.runForEach(
        Stream.mapError(body, () => new BlobRefused({ why: "broken_off", size })),
        (chunk): Effect.Effect<unknown, BlobRefused, R> => {
          size += chunk.length
          if (size > maxBytes) return Effect.fail(new BlobRefused({ why: "too_large", size }))
          if (head.length < edgeBytes) head = Buffer.concat([head, chunk]).subarray(0, edgeBytes)
          tail = chunk.length < edgeBytes ? Buffer.concat([tail, chunk]).subarray(-edgeBytes) : chunk.slice(-edgeBytes)
          hash.update(chunk)
          return write(chunk)
        }
      )
      return { sha256: hash.digest("hex"), size, head, tail }
    })
