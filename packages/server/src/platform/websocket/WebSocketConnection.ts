import type { Socket } from "node:net"
import { type ByteEvents, ByteStream } from "./ByteStream.ts"
import { type FrameEvents, FrameReader } from "./FrameReader.ts"
import { closePayload, controlFrame, opcodes, type ViolationCode } from "./Frames.ts"
import { textFrame } from "./TextFrame.ts"

/** What happens on an open WebSocket, each in the turn in which it came. */
export interface WebSocketEvents {
  readonly onText: (text: string) => void
  /** See `lendBinary`. */
  readonly onBinary: (bytes: Buffer) => void
  readonly onPong: () => void
  /** What was written and waited was taken by the peer. */
  readonly onDrain: () => void
  /** The connection is gone. Nothing comes after it. */
  readonly onClosed: () => void
}

/** How long a peer has to close once a close frame was sent. */
const closeTimeoutMs = 5_000
/** Pings whose answers a peer may leave unread. */
const maxWaitingPongs = 60

/**
 * One WebSocket of a client, from the answer to its upgrade on: what `ws` calls a WebSocket, with less. `ws` makes it (see
 * Upgrades); whoever is handed it sets `events` in the same turn.
 */
export class WebSocketConnection implements FrameEvents, ByteEvents {
  events!: WebSocketEvents
  isPaused = false
  /** How often bytes have come: a number that stays is a peer that says nothing, not even that it is there. */
  reads = 0
  private isGone = false
  /** Takes finished frames, until either side begins to close. */
  stream!: ByteStream
  private reader!: FrameReader
  private waitingPongs = 0
  private closeTimer: NodeJS.Timeout | null = null

  /** Called by `ws`. */
  setSocket(socket: Socket, head: Buffer, { maxPayload }: { readonly maxPayload: number }): void {
    socket.setTimeout(0)
    this.reader = new FrameReader(maxPayload, this)
    this.stream = new ByteStream(socket, this)
    // Before the first read: that comes in a later turn.
    if (head.length > 0) process.nextTick(() => this.reader.read(head, head.length))
  }

  /** False once either side began to close. */
  get isOpen(): boolean {
    return this.stream.isWritable
  }

  send(text: string): void {
    this.stream.write(textFrame(text))
  }

  /** Lets messages be as long as so many bytes, from the next frame on. */
  limitMessages(bytes: number): void {
    this.reader.maxPayload = bytes
  }

  /** Binary messages are only good during the call from now on, which spares a copy of each. */
  lendBinary(): void {
    this.reader.lends = true
  }

  ping(): void {
    this.stream.write(controlFrame(opcodes.ping, closePayload(null)))
  }

  pause(): void {
    if (!this.isOpen) return
    this.isPaused = true
    this.stream.pause()
  }

  resume(): void {
    this.isPaused = false
    this.stream.resume()
  }

  /** Sends a close frame. A peer that does not close in turn within five seconds is disconnected. */
  close(code: number | null, reason: string | Uint8Array = ""): void {
    this.limitClosing()
    if (!this.isOpen) return
    this.stream.write(controlFrame(opcodes.close, closePayload(code, reason)))
    this.stream.seal()
    // The peer's close frame has to be read.
    this.resume()
  }

  /** Disconnects at once. */
  terminate(): void {
    this.reader.stop()
    this.stream.destroy()
  }

  onBytes(chunk: Buffer, end: number): void {
    this.reads++
    this.reader.read(chunk, end)
  }

  onDrain(): void {
    this.waitingPongs = 0
    this.events.onDrain()
  }

  onEnd(): void {
    this.limitClosing()
    this.stream.end()
  }

  onText(text: string): void {
    this.events.onText(text)
  }

  onBinary(bytes: Buffer): void {
    this.events.onBinary(bytes)
  }

  onPing(payload: Buffer): void {
    if (!this.isOpen) return
    this.stream.write(controlFrame(opcodes.pong, payload))
    if (this.stream.queuedBytes > 0 && ++this.waitingPongs > maxWaitingPongs) this.terminate()
  }

  onPong(): void {
    this.events.onPong()
  }

  onCloseFrame(code: number | null, reason: Buffer): void {
    this.close(code, reason)
    this.stream.end()
  }

  onViolation(code: ViolationCode): void {
    this.close(code)
    this.stream.end()
  }

  onClosed(): void {
    this.isGone = true
    if (this.closeTimer !== null) clearTimeout(this.closeTimer)
    this.reader.stop()
    this.events.onClosed()
  }

  private limitClosing(): void {
    if (this.isGone || this.closeTimer !== null) return
    this.closeTimer = setTimeout(() => this.terminate(), closeTimeoutMs).unref()
  }
}
