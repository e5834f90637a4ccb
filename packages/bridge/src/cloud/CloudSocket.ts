import { maxBridgeFrame, maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Cause, Clock, Data, Effect, Queue, type Scope } from "effect"
import { WebSocket } from "ws"
import { CloudProxy, type ProxyFor } from "./proxy/CloudProxy.ts"
import { connectionTo } from "./proxy/connectionTo.ts"
import { type FrameHead, readHead } from "./FrameHead.ts"
import { retryAfterMs } from "./Reconnect.ts"
import type { Transport } from "./Transport.ts"

/** No connection could be made. `retryAfterMs` is how long the cloud asked to be left alone. */
export class ConnectFailed extends Data.TaggedError("ConnectFailed")<{
  readonly message: string
  readonly retryAfterMs: number
}> {}

/** The socket is closed. `code` is 1006 when it broke. */
export class SocketClosed extends Data.TaggedError("SocketClosed")<{
  readonly code: number
  readonly reason: string
}> {}

/** A text frame; of one over 1 MiB only the head was read. */
export type Received =
  | { readonly kind: "text"; readonly text: string }
  | ({ readonly kind: "oversized"; readonly bytes: number } & FrameHead)

/** The open WebSocket to the cloud. */
export interface CloudSocket extends Transport {
  /** The next text frame. Those that came before a close come first. */
  readonly receive: Effect.Effect<Received, SocketClosed>
}

/** What the WebSocket itself holds of one frame before it closes with 1009. The cloud sends no frame over 2 MiB. */
const maxPayload = maxFrame

/** The address of the bridge's socket below the cloud's base URL. */
export const bridgeAddress = (baseUrl: string): string =>
  `${baseUrl
    .replace(/^http/i, "ws")
    .replace(/\/+$/, "")
    .replace(/\/bridge$/, "")}/bridge`

const connect = (
  address: string,
  proxyFor: ProxyFor,
  clock: Clock.Clock
): Effect.Effect<WebSocket, ConnectFailed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<WebSocket, ConnectFailed>((resume) => {
      const socket = new WebSocket(address, {
        maxPayload,
        perMessageDeflate: false,
        ...connectionTo(address, proxyFor)
      })
      const fail = (message: string, retryAfterMs = 0) =>
        resume(Effect.fail(new ConnectFailed({ message, retryAfterMs })))
      socket.once("open", () => resume(Effect.succeed(socket)))
      // Stays: an error after the open is followed by a close, and without a listener it would end the process.
      socket.on("error", (error) => fail(error.message))
      socket.once("unexpected-response", (_, { statusCode, headers }) => {
        fail(`the answer was ${statusCode}`, retryAfterMs(headers["retry-after"], clock.currentTimeMillisUnsafe()))
        socket.terminate()
      })
      return Effect.sync(() => socket.terminate())
    }),
    (socket) => Effect.sync(() => close(socket)),
    { interruptible: true }
  ).pipe(
    Effect.timeoutOrElse({
      duration: "10 seconds",
      orElse: () => Effect.fail(new ConnectFailed({ message: "no answer within 10 seconds", retryAfterMs: 0 }))
    })
  )

/** Closes politely; a peer that does not answer is cut after a second. */
const close = (socket: WebSocket): void => {
  socket.close(1000)
  // Holds up no program whose peer has answered.
  setTimeout(() => socket.terminate(), 1000).unref()
}

/** Opens the socket; it is closed with the scope. */
export const openCloudSocket = Effect.fnUntraced(function* (baseUrl: string) {
  const frames = yield* Queue.unbounded<Received, SocketClosed>()
  const socket = yield* connect(bridgeAddress(baseUrl), yield* CloudProxy, yield* Clock.Clock)
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) return
    const bytes = data.byteLength
    Queue.offerUnsafe(
      frames,
      bytes > maxBridgeFrame
        ? { kind: "oversized", bytes, ...readHead(data) }
        : { kind: "text", text: data.toString("utf8") }
    )
  })
  socket.once("close", (code, reason) => {
    Queue.failCauseUnsafe(frames, Cause.fail(new SocketClosed({ code, reason: reason.toString() })))
  })
  const cloud: CloudSocket = {
    send: (text, written) =>
      socket.send(text, (error) => {
        if (!error) written()
      }),
    sendBytes: (bytes) => socket.send(bytes),
    bufferedAmount: () => socket.bufferedAmount,
    receive: Queue.take(frames)
  }
  return cloud
})
