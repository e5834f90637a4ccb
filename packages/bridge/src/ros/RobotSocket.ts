import { Layer } from "effect"
import { Socket } from "effect/socket"
import { WebSocket } from "ws"

const heartbeatMs = 5000
/** Point clouds and images are large; a frame beyond this is an attack or a mistake. */
const largestFrame = 256 * 1024 * 1024

/** Ends a connection whose other side is gone without a word: one ping must be answered before the next. */
const watch = (socket: WebSocket): void => {
  let answered = true
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = socket.readyState !== WebSocket.OPEN
    if (!answered) socket.ping()
  }, heartbeatMs)
  socket.on("pong", () => (answered = true))
  socket.on("close", () => clearInterval(timer))
}

/** A WebSocket to a robot: uncompressed, because it stays on its own machine or network, and watched. */
export const robotSocket = (url: string, protocols: ReadonlyArray<string>): WebSocket => {
  const socket = new WebSocket(url, [...protocols], { perMessageDeflate: false, maxPayload: largestFrame })
  watch(socket)
  // A socket that is closed before it opened reports an error after its reader has left; unheard it would end the process.
  socket.on("error", () => undefined)
  return socket
}

/** The same for Effect's sockets. */
export const robotSockets = Layer.succeed(Socket.WebSocketConstructor)((url, protocols) =>
  robotSocket(url, typeof protocols === "string" || Array.isArray(protocols) ? [protocols].flat() : [])
)
