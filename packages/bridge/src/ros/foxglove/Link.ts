import { Clock, Duration, Effect, Metric, Option, Random, Schema } from "effect"
import { Socket } from "effect/socket"
import { type GatewayOffline, offline } from "../GatewayErrors.ts"
import { ignoredFrames } from "../IgnoredFrames.ts"
import { type ClientFrame, decodeServerFrame, encodeClientFrame, type ServerFrame } from "./Frames.ts"
import { type ClientOperation, ClientText, type ServerOperation, ServerText, subprotocols } from "./Operations.ts"

/** What is done with what a server sends. Frames are the hot path: they are handled synchronously. */
export interface LinkHandlers {
  readonly onOperation: (operation: ServerOperation) => Effect.Effect<void>
  readonly onFrame: (frame: ServerFrame, receivedAtMs: number) => void
  readonly onClose: Effect.Effect<void>
}

/** The connection to one server; it comes back by itself. */
export interface Link {
  readonly isOpen: () => boolean
  readonly send: (operation: ClientOperation) => Effect.Effect<void, GatewayOffline>
  readonly sendFrame: (frame: ClientFrame) => Effect.Effect<void, GatewayOffline>
  /** Connects, reads, and connects again, for ever. */
  readonly run: (handlers: LinkHandlers) => Effect.Effect<never>
}

const firstDelayMs = 250
const longestDelayMs = 10_000

const decodeOperation = Schema.decodeUnknownOption(ServerText)
const encodeOperation = Schema.encodeSync(ClientText)

export const makeLink = Effect.fnUntraced(function* (url: string) {
  const clock = yield* Clock.Clock
  const socket = yield* Socket.makeWebSocket(url, { protocols: [...subprotocols] })
  let writer: Socket.Writer | undefined
  let failures = 0

  const write = (data: () => string | Uint8Array) =>
    Effect.suspend(() =>
      writer === undefined ? Effect.fail(offline) : Effect.mapError(writer.write(data()), () => offline)
    )

  const handle = (handlers: LinkHandlers, data: string | Uint8Array): Effect.Effect<void> | undefined => {
    if (typeof data === "string") {
      const operation = decodeOperation(data)
      return Option.isSome(operation) ? handlers.onOperation(operation.value) : Metric.update(ignoredFrames, 1)
    }
    const frame = decodeServerFrame(data)
    if (frame === undefined) return Metric.update(ignoredFrames, 1)
    handlers.onFrame(frame, clock.currentTimeMillisUnsafe())
    return undefined
  }

  const session = Effect.fnUntraced(function* (handlers: LinkHandlers) {
    const reader = yield* socket.reader
    writer = yield* socket.writer
    failures = 0
    yield* Effect.addFinalizer(() => {
      writer = undefined
      return handlers.onClose
    })
    while (true) {
      for (const data of yield* reader.pull) {
        const control = handle(handlers, data)
        if (control !== undefined) yield* control
      }
    }
  }, Effect.scoped)

  const pause = Effect.gen(function* () {
    const longest = Math.min(firstDelayMs * 2 ** failures, longestDelayMs)
    failures += 1
    yield* Effect.sleep(Duration.millis(yield* Random.nextBetween(longest / 2, longest)))
  })

  return {
    isOpen: () => writer !== undefined,
    send: (operation) => write(() => encodeOperation(operation)),
    sendFrame: (frame) => write(() => encodeClientFrame(frame)),
    run: (handlers) =>
      session(handlers).pipe(
        Effect.catch((error) => Effect.logDebug("The connection to the robot ended.", error.message)),
        Effect.andThen(pause),
        Effect.forever
      )
  } satisfies Link
})
