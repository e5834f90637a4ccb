import {
  decodeMediaFrame,
  encodeAck,
  maxMediaUnit,
  mediaHeaderBytes,
  type MediaFrame,
  MediaKind
} from "@fleet/domain/media/MediaFrames"
import { MediaClose, MediaConfig } from "@fleet/domain/media/MediaMessages"
import { Option, Schema } from "effect"
import { binaryFrame } from "../platform/websocket/BinaryFrame.ts"
import type { Unit } from "./Gop.ts"
import type { Joined, MediaSocket } from "./MediaSocket.ts"

/** Bytes of a configuration's payload. */
export const maxConfigBytes = 16_384
/** Parts of one unit. */
export const maxParts = 4_096
/** Bytes that a publisher's system may leave untaken. */
export const maxPublisherQueue = 262_144
/** A publisher of which nothing has come for so long is asked whether it is there; after so many questions it is not. */
export const pingEveryMs = 3_000
export const maxUnanswered = 3

/** What a publisher tells its stream. */
export interface Published {
  readonly config: (frame: Buffer) => void
  readonly picture: (unit: Unit) => void
  readonly ended: () => void
  readonly publisherLeft: (publisher: Publisher) => void
}

const isConfig = (payload: Uint8Array) =>
  payload.length <= maxConfigBytes &&
  Option.isSome(decodeConfig(Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString("utf8")))
const decodeConfig = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.toCodecJson(MediaConfig)))

/** The bridge's end of a stream: units are put together, framed once, and acknowledged. */
export class Publisher implements Joined {
  private parts: Array<Buffer> = []
  private bytes = 0
  private first: MediaFrame | null = null
  private lastConfig: Buffer | null = null
  private reads = 0
  private lookedMs: number | null = null
  private unanswered = 0
  private readonly socket: MediaSocket
  private readonly stream: Published

  constructor(socket: MediaSocket, stream: Published) {
    this.socket = socket
    this.stream = stream
  }

  send(frame: Uint8Array): void {
    this.socket.write(binaryFrame(frame))
    if (this.socket.queuedBytes > maxPublisherQueue) this.close(MediaClose.readerTooSlow, "reader too slow")
  }

  close(code: MediaClose, reason: string): void {
    this.socket.close(code, reason)
  }

  /** Lets go of a publisher whose network is gone: its socket alone would look open for ever. */
  tick(nowMs: number): void {
    const { reads } = this.socket
    if (reads !== this.reads || this.lookedMs === null) {
      this.reads = reads
      this.lookedMs = nowMs
      this.unanswered = 0
      return
    }
    if (nowMs - this.lookedMs < pingEveryMs) return
    if (this.unanswered === maxUnanswered) return this.socket.terminate()
    this.lookedMs = nowMs
    this.unanswered++
    this.socket.ping()
  }

  /** The bytes are only good during the call: what is kept of them is copied. */
  onFrame(bytes: Buffer): void {
    const frame = decodeMediaFrame(bytes)
    switch (frame?.kind) {
      case MediaKind.config:
        if (frame.more || this.first !== null) return this.refuse()
        if (this.lastConfig?.subarray(mediaHeaderBytes).equals(frame.payload) === true) return
        if (!isConfig(frame.payload)) return this.refuse()
        this.lastConfig = Buffer.from(bytes)
        return this.stream.config(binaryFrame(bytes))
      case MediaKind.picture:
        return this.lastConfig !== null ? this.part(frame, bytes) : this.refuse()
      case MediaKind.end:
        return this.stream.ended()
      default:
        return this.refuse()
    }
  }

  onClosed(): void {
    this.stream.publisherLeft(this)
  }

  private part(frame: MediaFrame, bytes: Buffer): void {
    this.first ??= frame
    if (this.first.seq !== frame.seq || this.first.isKey !== frame.isKey) return this.refuse()
    if (this.parts.length === maxParts || (frame.more && frame.payload.length === 0)) return this.refuse()
    this.bytes += frame.payload.length
    if (this.bytes > maxMediaUnit) return this.close(MediaClose.tooBig, "unit over 2 MiB")
    this.parts.push(binaryFrame(bytes))
    if (frame.more) return
    const { isKey, ptsMs, seq } = this.first
    const whole = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts)
    this.parts = []
    this.bytes = 0
    this.first = null
    this.send(encodeAck(seq, seq))
    this.stream.picture({ isKey, seq, ptsMs, bytes: whole.length, frame: whole })
  }

  private refuse(): void {
    this.close(MediaClose.refused, "bad frame")
  }
}
