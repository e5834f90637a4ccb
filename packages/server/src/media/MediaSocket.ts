import { Join, MediaClose } from "@fleet/domain/media/MediaMessages"
import { Option, Schema } from "effect"
import type { Upgraded } from "../platform/http/Upgrades.ts"
import type { WebSocketEvents } from "../platform/websocket/WebSocketConnection.ts"

export const joinDeadlineMs = 10_000

const decodeJoin = Schema.decodeUnknownOption(Schema.fromJsonString(Join))

/** One end of a stream, once its socket has joined. */
export interface Joined {
  /** A binary frame. */
  readonly onFrame: (bytes: Buffer) => void
  /** The socket is gone. */
  readonly onClosed: () => void
}

/** What the sockets ask of the hub. */
export interface MediaSocketEvents {
  readonly now: () => number
  /** Null for a token that is not good, or not for this. */
  readonly join: (socket: MediaSocket, join: Join) => Joined | null
  readonly onClosed: (socket: MediaSocket) => void
}

/** One /media socket: the join, then binary frames both ways. */
export class MediaSocket implements WebSocketEvents {
  private end: Joined | null = null
  private readonly openedMs: number
  private readonly connection: Upgraded["connection"]
  private readonly events: MediaSocketEvents

  constructor({ connection }: Pick<Upgraded, "connection">, events: MediaSocketEvents) {
    this.connection = connection
    this.events = events
    this.openedMs = events.now()
    connection.events = this
  }

  get isOpen(): boolean {
    return this.connection.isOpen
  }

  /** Bytes that the peer's system has not taken. */
  get queuedBytes(): number {
    return this.connection.stream.queuedBytes
  }

  /** Writes finished WebSocket frames. */
  write(frame: Buffer): void {
    if (this.isOpen) this.connection.stream.write(frame)
  }

  close(code: MediaClose, reason: string): void {
    this.connection.close(code, reason)
  }

  tick(nowMs: number): void {
    if (this.end !== null || nowMs - this.openedMs < joinDeadlineMs) return
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
    if (this.end === null) this.close(MediaClose.refused, "unknown join token")
  }

  onBinary(bytes: Buffer): void {
    if (!this.isOpen) return
    if (this.end === null) return this.close(MediaClose.refused, "no join")
    this.end.onFrame(bytes)
  }

  onPong(): void {}

  onDrain(): void {}

  onClosed(): void {
    this.events.onClosed(this)
    this.end?.onClosed()
  }
}
