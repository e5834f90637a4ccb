import { maxMediaUnit, mediaHeaderBytes } from "@fleet/domain/media/MediaFrames"
import { Join, MediaClose } from "@fleet/domain/media/MediaMessages"
import { Option, Schema } from "effect"
import type { Upgraded } from "../platform/http/Upgrades.ts"
import type { WebSocketEvents } from "../platform/websocket/WebSocketConnection.ts"

export const joinDeadlineMs = 10_000
/** Bytes of a message before the join, and after it. */
export const maxUnjoinedBytes = 4_096
const maxJoinedBytes = maxMediaUnit + mediaHeaderBytes

const decodeJoin = Schema.decodeUnknownOption(Schema.fromJsonString(Join))

/** One end of a stream, once its socket has joined. */
export interface Joined {
  /** A binary frame, which is only good during the call. */
  readonly onFrame: (bytes: Buffer) => void
  /** The socket is gone. */
  readonly onClosed: () => void
}

/** What the sockets ask of the hub. */
export interface MediaSocketEvents {
  /** Null for a token that is not good, or not for this. */
  readonly join: (socket: MediaSocket, join: Join) => Joined | null
  /** At most once. */
  readonly onJoined: (socket: MediaSocket) => void
  readonly onClosed: (socket: MediaSocket, hasJoined: boolean) => void
}

/** One /media socket: the join, then binary frames both ways. */
export class MediaSocket implements WebSocketEvents {
  /** Its peer's address, as limits count it. */
  readonly address: string
  private end: Joined | null = null
  private readonly connection: Upgraded["connection"]
  private readonly events: MediaSocketEvents

  constructor({ connection, ip }: Upgraded, events: MediaSocketEvents) {
    this.connection = connection
    this.address = ip
    this.events = events
    connection.events = this
    connection.lendBinary()
  }

  get isOpen(): boolean {
    return this.connection.isOpen
  }

  /** Bytes that the peer's system has not taken. */
  get queuedBytes(): number {
    return this.connection.stream.queuedBytes
  }

  /** How often bytes have come, answers to pings included. */
  get reads(): number {
    return this.connection.reads
  }

  ping(): void {
    this.connection.ping()
  }

  /** Disconnects at once. */
  terminate(): void {
    this.connection.terminate()
  }

  /** Writes finished WebSocket frames. */
  write(frame: Buffer): void {
    if (this.isOpen) this.connection.stream.write(frame)
  }

  close(code: MediaClose, reason: string): void {
    this.connection.close(code, reason)
  }

  /** Its time for the join is over. */
  joinIsDue(): void {
    // A busy process may not have read yet what came in time: it reads first.
    setImmediate(() => {
      if (this.end === null) this.close(MediaClose.noJoinInTime, "no join in time")
    })
  }

  onText(text: string): void {
    if (!this.isOpen) return
    const join = this.end === null ? Option.getOrNull(decodeJoin(text)) : null
    if (join === null) return this.close(MediaClose.refused, "not a join")
    this.end = this.events.join(this, join)
    if (this.end === null) return this.close(MediaClose.refused, "unknown join token")
    this.connection.limitMessages(maxJoinedBytes)
    this.events.onJoined(this)
  }

  onBinary(bytes: Buffer): void {
    if (!this.isOpen) return
    if (this.end === null) return this.close(MediaClose.refused, "no join")
    this.end.onFrame(bytes)
  }

  onPong(): void {}

  onDrain(): void {}

  onClosed(): void {
    this.events.onClosed(this, this.end !== null)
    this.end?.onClosed()
  }
}
