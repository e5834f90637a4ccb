import type { Socket } from "node:net"
import { answer } from "../support/Answers.ts"
import { textFrame } from "@fleet/server/realtime/TextFrame"
import { socketPeer } from "./SocketPeer.ts"

/** Bare `ws` sockets, frames built once, and one write per socket and turn of the event loop. */
const subscribers = new Set<Socket>()
let pending: Array<Buffer> = []

const flush = () => {
  const frames = pending
  pending = []
  for (const socket of subscribers) {
    socket.cork()
    for (const frame of frames) socket.write(frame)
    socket.uncork()
  }
}

const facts = await socketPeer({
  "/subscribe": (webSocket) => {
    const socket = (webSocket as unknown as { readonly _socket: Socket })["_socket"]
    subscribers.add(socket)
    webSocket.on("close", () => subscribers.delete(socket))
  },
  "/publish": (publisher) =>
    publisher.on("message", (data: Buffer) => {
      if (pending.push(textFrame(data.toString())) === 1) setImmediate(flush)
    })
})
answer(facts, {})
