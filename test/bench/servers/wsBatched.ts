import type { Socket } from "node:net"
import type { WebSocket } from "ws"
import { answer } from "../support/Answers.ts"
import { memory } from "./memory.ts"
import { serverFrame } from "./serverFrame.ts"
import { socketPeer } from "./SocketPeer.ts"

/**
 * Bare `ws` sockets, frames built once, and one write per socket and turn of the event loop, of bytes that are joined
 * once for all subscribers of a topic.
 */
interface Topic {
  readonly subscribers: Set<Socket>
  pending: Array<Buffer>
}

const topics = new Map<string, Topic>()
let dirty: Array<Topic> = []

const topicOf = (name: string): Topic => {
  let topic = topics.get(name)
  if (topic === undefined) topics.set(name, (topic = { subscribers: new Set(), pending: [] }))
  return topic
}

const flush = () => {
  const due = dirty
  dirty = []
  for (const topic of due) {
    const frames = topic.pending
    topic.pending = []
    const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames)
    for (const socket of topic.subscribers) socket.write(bytes)
  }
}

const facts = await socketPeer({
  "/subscribe": (webSocket: WebSocket, name) => {
    const { subscribers } = topicOf(name)
    const socket = (webSocket as unknown as { readonly _socket: Socket })["_socket"]
    subscribers.add(socket)
    webSocket.on("close", () => subscribers.delete(socket))
  },
  "/publish": (publisher, name) => {
    const topic = topicOf(name)
    publisher.on("message", (data: Buffer) => {
      if (topic.pending.push(serverFrame(data.toString())) > 1) return
      if (dirty.push(topic) === 1) setImmediate(flush)
    })
  }
})
answer(facts, { memory })
