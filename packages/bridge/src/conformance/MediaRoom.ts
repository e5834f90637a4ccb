import { decodeMediaFrame, encodeAck, MediaKind } from "@fleet/domain/media/MediaFrames"
import { JoinMessage, MediaConfig } from "@fleet/domain/media/MediaMessages"
import { Option, Schema } from "effect"
import type { WebSocket } from "ws"

const decodeJoin = Schema.decodeUnknownOption(Schema.fromJsonString(JoinMessage))
const decodeConfig = Schema.decodeUnknownOption(Schema.fromJsonString(MediaConfig))

/** One stream of live video, as a publisher sent it. */
export interface Stream {
  readonly socket: WebSocket
  /** The first frame; undefined when it was no join. */
  readonly join: typeof JoinMessage.Type | undefined
  config: MediaConfig | undefined
  /** Whole pictures, and whether the first of them was a key picture. */
  pictures: number
  beginsWithKey: boolean
  /** Frames that were no frames of live video. */
  odd: number
  isOpen: boolean
}

/** Takes the live video of bridges, and acknowledges each picture at once. */
export class MediaRoom {
  readonly streams: Array<Stream> = []

  readonly open = (socket: WebSocket): void => {
    socket.on("error", () => {})
    socket.once("message", (first: Buffer) => {
      const join = Option.getOrUndefined(decodeJoin(first.toString("utf8")))
      const stream: Stream = {
        socket,
        join,
        config: undefined,
        pictures: 0,
        beginsWithKey: false,
        odd: 0,
        isOpen: true
      }
      this.streams.push(stream)
      socket.once("close", () => (stream.isOpen = false))
      if (join === undefined) return socket.close(1008)
      socket.send(JSON.stringify({ type: "joined" }))
      socket.on("message", (data: Buffer, isBinary) => this.#take(stream, data, isBinary))
    })
  }

  #take(stream: Stream, data: Buffer, isBinary: boolean): void {
    const frame = isBinary ? decodeMediaFrame(data) : null
    if (frame?.kind === MediaKind.config) {
      stream.config = Option.getOrUndefined(decodeConfig(Buffer.from(frame.payload).toString("utf8")))
    } else if (frame?.kind === MediaKind.picture) {
      if (stream.pictures === 0) stream.beginsWithKey = frame.isKey
      if (frame.more) return
      stream.pictures += 1
      stream.socket.send(encodeAck(frame.seq, frame.seq))
    } else if (frame?.kind !== MediaKind.end) stream.odd += 1
  }
}
