import { decodeMediaFrame, encodeAck, MediaKind } from "@fleet/domain/media/MediaFrames"
import type { WebSocket } from "ws"
import { answer } from "../support/Answers.ts"
import { socketPeer } from "./SocketPeer.ts"

/** A viewer, and the numbers of the pictures that it has not acknowledged. */
interface Watching {
  readonly socket: WebSocket
  unacked: Array<number>
}

/** The relay of one stream as bare as `ws` has it: no token, no key pictures kept, nothing skipped, each ack read. */
const viewers = new Set<Watching>()

const view = (socket: WebSocket) => {
  const viewer: Watching = { socket, unacked: [] }
  viewers.add(viewer)
  socket.on("close", () => viewers.delete(viewer))
  socket.on("message", (data: Buffer) => {
    const ack = decodeMediaFrame(data)
    if (ack?.kind === MediaKind.ack) viewer.unacked = viewer.unacked.filter((seq) => seq > ack.seq)
  })
}

const publish = (publisher: WebSocket) =>
  publisher.on("message", (data: Buffer) => {
    const picture = decodeMediaFrame(data)
    if (picture?.kind !== MediaKind.picture) return
    publisher.send(encodeAck(picture.seq, picture.seq))
    for (const { socket, unacked } of viewers) {
      unacked.push(picture.seq)
      socket.send(data)
    }
  })

const facts = await socketPeer({
  "/media": (socket) =>
    socket.once("message", (join: Buffer) => {
      socket.send('{"type":"joined"}')
      if (JSON.parse(join.toString()).role === "viewer") view(socket)
      else publish(socket)
    })
})
answer(facts, {})
