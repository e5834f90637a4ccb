import { BadRequest, type UnsupportedMediaType, type ValidationError } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, Data, type Duration, Effect, Random, Semaphore } from "effect"
import type { Readable } from "node:stream"
import { FairLine } from "../limits/FairLine.ts"
import { makeKeyedSemaphore } from "../limits/KeyedSemaphore.ts"
import { realPause } from "../limits/realPause.ts"
import { comeBackLater } from "./comeBackLater.ts"

/** The largest body, in bytes. */
export const maxBody = 2 * 1024 * 1024

/** Held of any body before its turn: more than any sign-in has. */
const smallBody = 16 * 1024

/** How many larger ones are read at a time, of one address and of all. */
const largeOfAddress = 8
const largeInAll = 64

/** From how many bytes on a body is worked on in its turn, and how long the turn of a megabyte is, in milliseconds. */
const pausedFrom = 64 * 1024
const msForMegabyte = 60

/**
 * The turn of a large body of so many bytes: longer than it takes to read it as JSON and to check it, so that bodies leave
 * the process time for others. Real time, since processor time is what it stands for.
 */
export const LargeBodyPause = Context.Reference<(bytes: number) => Effect.Effect<void>>(
  "@fleet/server/LargeBodyPause",
  {
    defaultValue: () => (bytes) => realPause((bytes / 1_000_000) * msForMegabyte)
  }
)

/** How long a body may be on its way: until it ends or is a large one, and a large one from its turn to its end. */
export interface BodyTimeouts {
  readonly small: Duration.Input
  readonly large: Duration.Input
}
export const BodyTimeouts = Context.Reference<BodyTimeouts>("@fleet/server/BodyTimeouts", {
  defaultValue: () => ({ small: "10 seconds", large: "1 minute" })
})

/** Why a body is refused before it is parsed; a defect, because HttpApi takes no failure there. */
export class BodyRefused extends Data.TaggedError("BodyRefused")<{
  readonly refusal: ValidationError | UnsupportedMediaType | BadRequest
}> {}

/** A refusal of the body, or of one of its fields, by a rule. */
export const refusedBody = (rule: string, field = "body") => new BodyRefused({ refusal: refusalOf({ field, rule }) })

/** What has not come in time, or broke off. */
const unfinished = () => Effect.fail(new BodyRefused({ refusal: new BadRequest() }))

interface Held {
  readonly chunks: Array<Buffer>
  length: number
}

/** Reads until the body has ended, or until more than `maxBytes` are held: then it pauses. Says whether it ended. */
const readOn = (incoming: Readable, held: Held, maxBytes: number): Effect.Effect<boolean, BodyRefused> =>
  Effect.callback((resume) => {
    const settle = (result: Effect.Effect<boolean, BodyRefused>) => {
      stop()
      resume(result)
    }
    const onData = (chunk: Buffer) => {
      held.chunks.push(chunk)
      held.length += chunk.length
      if (held.length <= maxBytes) return
      incoming.pause()
      settle(Effect.succeed(false))
    }
    const onEnd = () => settle(Effect.succeed(true))
    const onGone = () => settle(unfinished())
    const stop = () => incoming.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone)
    // What stood still may have come to its end all the same.
    if (incoming.readableEnded) return onEnd()
    if (incoming.destroyed) return onGone()
    incoming.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone)
    incoming.resume()
    return Effect.sync(stop)
  })

/**
 * Reads whole bodies. A small one has to come at once. Of the largest one at a time is handed on, by turns of addresses. A large one waits for its turn and is not read meanwhile: bodies
 * that never end are held for a while, some at a time, however many are begun. One that is too large is not held, but
 * discarded: the caller gets an answer instead of a closed connection.
 */
export const makeRequestBodies = Effect.gen(function* () {
  const large = yield* Semaphore.make(largeInAll)
  const timeouts = yield* BodyTimeouts
  const largeByAddress = makeKeyedSemaphore(largeOfAddress)
  const pause = yield* LargeBodyPause
  const random = yield* Random.Random
  const bounds = { places: 1, waiting: { app: largeOfAddress, all: largeInAll } }
  const line = new FairLine(bounds, () => comeBackLater(random.nextDoubleUnsafe()))

  return (incoming: Readable, address: string): Effect.Effect<Buffer, BodyRefused> =>
    Effect.gen(function* () {
      const held: Held = { chunks: [], length: 0 }
      const read = (maxBytes: number, duration: Duration.Input) =>
        Effect.timeoutOrElse(readOn(incoming, held, maxBytes), { duration, orElse: unfinished })
      const paused = Effect.suspend(() =>
        held.length <= pausedFrom
          ? Effect.void
          : Effect.orDie(line.run({ app: address, address: "" }, pause(held.length)))
      )
      const ended =
        (yield* read(smallBody, timeouts.small)) ||
        (yield* largeByAddress(address)(
          large.withPermits(1)(Effect.tap(read(maxBody, timeouts.large), (ended) => (ended ? paused : Effect.void)))
        ))
      if (ended) return Buffer.concat(held.chunks)
      return yield* refusedBody(Rule.tooLarge)
    }).pipe(Effect.tapError(() => Effect.sync(() => incoming.resume())))
})
