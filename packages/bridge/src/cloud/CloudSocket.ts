import { maxBridgeFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Cause, Data, Effect, Queue, type Scope } from "effect"
import { WebSocket } from "ws"
import type { Transport } from "./Transport.ts"

/** No connection could be made. */
export class ConnectFailed extends Data.TaggedError("ConnectFailed")<{ readonly message: string }> {}

/** The socket is closed. `code` is 1006 when it broke. */
export class SocketClosed extends Data.TaggedError("SocketClosed")<{
  readonly code: number
  readonly reason: string
}> {}

/** The open WebSocket to the cloud. */
export interface CloudSocket extends Transport {
  /** The next text frame. Frames over 1 MiB are dropped and reported. Those that came before a close come first. */
  readonly receive: Effect.Effect<string, SocketClosed>
}

/** What a receiver may hold at all: above this the WebSocket itself closes with 1009. */
const maxPayload = 16 * maxBridgeFrame

/** The address of the bridge's socket below the cloud's base URL. */
export const bridgeAddress = (baseUrl: string): string =>
  `${baseUrl
    .replace(/^http/i, "ws")
    .replace(/\/+$/, "")
    .replace(/\/bridge$/, "")}/bridge`

const connect = (address: string): Effect.Effect<WebSocket, ConnectFailed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<WebSocket, ConnectFailed>((resume) => {
      const socket = new WebSocket(address, { maxPayload, perMessageDeflate: false, handshakeTimeout: 10_000 })
      socket.once("open", () => resume(Effect.succeed(socket)))
      // Stays: an error after the open is followed by a close, and without a listener it would end the process.
      socket.on("error", (error) => resume(Effect.fail(new ConnectFailed({ message: error.message }))))
      return Effect.sync(() => socket.terminate())
    }),
    (socket) => Effect.sync(() => close(socket)),
    { interruptible: true }
  )

/** Closes politely; a peer that does not answer is cut after a second. */
const close = (socket: WebSocket): void => {
  socket.close(1000)
  const cut = setTimeout(() => socket.terminate(), 1000)
  socket.once("close", () => clearTimeout(cut))
}

/** Opens the socket; it is closed with the scope. */
export const openCloudSocket = Effect.fnUntraced(function* (baseUrl: string) {
  const log = Effect.runForkWith(yield* Effect.context())
  const frames = yield* Queue.unbounded<string, SocketClosed>()
  const socket = yield* connect(bridgeAddress(baseUrl))
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) return
    if (data.byteLength > maxBridgeFrame) {
      log(Effect.logWarning(`A frame of ${data.byteLength} bytes from the cloud was refused: the limit is 1 MiB`))
      return
    }
    Queue.offerUnsafe(frames, data.toString("utf8"))
  })
  socket.once("close", (code, reason) => {
    Queue.failCauseUnsafe(frames, Cause.fail(new SocketClosed({ code, reason: reason.toString() })))
  })
  const cloud: CloudSocket = {
    send: (text, written) =>
      socket.send(text, (error) => {
        if (error === undefined || error === null) written()
      }),
    bufferedAmount: () => socket.bufferedAmount,
    receive: Queue.take(frames)
  }
  return cloud
})
