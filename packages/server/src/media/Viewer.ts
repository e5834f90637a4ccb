import { AckWindow } from "@fleet/domain/media/AckWindow"
import { ackedSeq, decodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import type { Receiver } from "@fleet/domain/media/RateControl"
import { MediaClose } from "@fleet/domain/media/MediaMessages"
import type { Unit } from "./Gop.ts"
import type { Joined, MediaSocket } from "./MediaSocket.ts"

/** Over so many bytes that a viewer's system has not taken it is sent no pictures, from there to a key picture. */
export const slowBytes = 1_048_576
/** Over so many it is closed. */
export const tooSlowBytes = 8_388_608

/** What happens with one viewer, each at most once. `onClosed` is not called for a viewer that was ended. */
export interface ViewerEvents {
  readonly onJoined: (nowMs: number) => void
  /** The first picture was sent. */
  readonly onDelivered: (nowMs: number) => void
  readonly onClosed: (why: "left" | "too_slow" | "bad_frame" | "restarting") => void
}

/** What a viewer asks of its stream. */
export interface Watched {
  readonly now: () => number
  readonly wantKey: () => void
  readonly left: (viewer: Viewer) => void
}

/** One viewer of a stream. */
export class Viewer implements Joined, Receiver {
  readonly reader = new AckWindow()
  private isDelivered = false
  private isHeld = false
  private why: Parameters<ViewerEvents["onClosed"]>[0] = "left"
  private isEnded = false
  private readonly socket: MediaSocket
  private readonly events: ViewerEvents
  private readonly stream: Watched

  constructor(socket: MediaSocket, events: ViewerEvents, stream: Watched) {
    this.socket = socket
    this.events = events
    this.stream = stream
  }

  write(frame: Buffer): void {
    if (!this.socket.isOpen) return
    this.socket.write(frame)
    this.checkQueue()
  }

  picture(unit: Unit, nowMs: number): void {
    if (!this.socket.isOpen) return
    if (this.socket.queuedBytes > slowBytes) this.isHeld = true
    else if (unit.isKey) this.isHeld = false
    if (this.isHeld || !this.reader.takes(unit, nowMs)) return
    this.write(unit.frame)
    if (this.isDelivered) return
    this.isDelivered = true
    this.events.onDelivered(nowMs)
  }

  get skippingSinceMs(): number | null {
    return this.reader.skippingSinceMs
  }

  get narrowBps(): number | null {
    return this.reader.link.narrowBps
  }

  tick(nowMs: number): void {
    if (this.reader.isTooSlow(nowMs)) this.tooSlow()
    else this.checkQueue()
  }

  /** Closes the socket without a word to `events`. */
  end(code: MediaClose, reason: string): void {
    this.isEnded = true
    this.socket.close(code, reason)
    this.stream.left(this)
  }

  onFrame(bytes: Buffer): void {
    const seq = ackedSeq(bytes)
    if (seq !== null) return this.reader.ack(seq, this.stream.now())
    if (decodeMediaFrame(bytes)?.kind === MediaKind.keyWanted) return this.stream.wantKey()
    this.refuse(MediaClose.refused, "bad frame", "bad_frame")
  }

  /** The server stops. */
  restarting(): void {
    this.refuse(MediaClose.restarting, "server restarting", "restarting")
  }

  onClosed(): void {
    if (this.isEnded) return
    this.isEnded = true
    this.stream.left(this)
    this.events.onClosed(this.why)
  }

  private checkQueue(): void {
    if (this.socket.queuedBytes > tooSlowBytes) this.tooSlow()
  }

  private tooSlow(): void {
    this.refuse(MediaClose.readerTooSlow, "reader too slow", "too_slow")
  }

  private refuse(code: MediaClose, reason: string, why: typeof this.why): void {
    this.why = why
    this.socket.close(code, reason)
    this.onClosed()
  }
}
