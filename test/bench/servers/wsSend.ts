import type { WebSocket } from "ws"
import { answer } from "../support/Answers.ts"
import { socketPeer } from "./SocketPeer.ts"

/** Bare `ws`: each message to each subscriber by send(). */
const subscribers = new Set<WebSocket>()
const facts = await socketPeer({
  "/subscribe": (socket) => {
    subscribers.add(socket)
    socket.on("close", () => subscribers.delete(socket))
  },
  "/publish": (publisher) =>
    publisher.on("message", (data: Buffer) => {
      for (const socket of subscribers) socket.send(data, { binary: false })
    })
})
answer(facts, {})
