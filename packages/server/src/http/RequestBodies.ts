import { UnsupportedMediaType, type ValidationError } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Data, Effect, Semaphore } from "effect"
import type { Readable } from "node:stream"
import { makeTurns } from "../turns.ts"

/** The most that a body may hold. */
export const maxBody = 2 * 1024 * 1024

/** Held of whatever body, whoever sends it: more than any sign-in has. */
const smallBody = 16 * 1024

/** How many larger ones are read at a time, of one address and of all, and how long one may be on its way. */
const largeOfAddress = 8
const largeInAll = 64
const largePatience = "1 minute"

/** Why a body is refused before it is parsed; a defect, because HttpApi takes no failure there. */
export class BodyRefused extends Data.TaggedError("BodyRefused")<{
  readonly refusal: ValidationError | UnsupportedMediaType
}> {}

/** A refusal of the body as a whole, by a rule. */
export const refusedBody = (rule: string) => new BodyRefused({ refusal: refusalOf({ field: "body", rule }) })

interface Held {
  readonly chunks: Array<Buffer>
  length: number
}

/** Reads until the body has ended, or until more than `most` bytes are held: then it stands still. Says whether it ended. */
const readOn = (incoming: Readable, held: Held, most: number): Effect.Effect<boolean, BodyRefused> =>
  Effect.callback((resume) => {
    const settle = (result: Effect.Effect<boolean, BodyRefused>) => {
      stop()
      resume(result)
    }
    const onData = (chunk: Buffer) => {
      held.chunks.push(chunk)
      held.length += chunk.length
      if (held.length <= most) return
      incoming.pause()
      settle(Effect.succeed(false))
    }
    const onEnd = () => settle(Effect.succeed(true))
    const onGone = () => settle(Effect.fail(refusedBody(Rule.json)))
    const stop = () => incoming.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone)
    // What stood still may have come to its end all the same.
    if (incoming.readableEnded) return onEnd()
    if (incoming.destroyed) return onGone()
    incoming.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone)
    incoming.resume()
    return Effect.sync(stop)
  })

/**
 * Reads whole bodies. A large one waits for its turn and is not read meanwhile: bodies that never end are held for a
 * minute, a few at a time, however many are begun. One that is too large is not held, but let go by: the caller gets an
 * answer instead of a closed connection.
 */
export const makeRequestBodies = Effect.map(Semaphore.make(largeInAll), (few) => {
  const turns = makeTurns(largeOfAddress)

  return (incoming: Readable, address: string): Effect.Effect<Buffer, BodyRefused> =>
    Effect.gen(function* () {
      const held: Held = { chunks: [], length: 0 }
      const rest = Effect.timeoutOrElse(readOn(incoming, held, maxBody), {
        duration: largePatience,
        orElse: () => Effect.fail(refusedBody(Rule.json))
      })
      const ended = (yield* readOn(incoming, held, smallBody)) || (yield* turns(address)(few.withPermits(1)(rest)))
      if (ended) return Buffer.concat(held.chunks)
      return yield* refusedBody(Rule.tooLarge)
    }).pipe(Effect.tapError(() => Effect.sync(() => incoming.resume())))
})
