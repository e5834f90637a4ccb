import type { Socket } from "node:net"
import type { Counters } from "../platform/telemetry/Counters.ts"

/** Above this many queued bytes a socket stops getting datapoint frames one by one and keeps the newest of each. */
export const slowMark = 65_536
/** Above this many it is closed. */
export const tooSlowMark = 4 * 1024 * 1024
/** Sockets written to per turn of the event loop; above it a flush is sliced so that reading goes on. */
const slice = 2_000

/** Collects the frames of a turn of the event loop: each socket then gets one write, however many frames it has. */
export class WriteScheduler {
  private dirty: Array<SocketWriter> = []
  private scheduled = false
  private readonly flush = () => {
    const due = this.dirty
    this.dirty = due.splice(slice)
    this.scheduled = this.dirty.length > 0
    for (const writer of due) writer.flush()
    this.frames = null
    this.bytes = null
    if (this.scheduled) setImmediate(this.flush)
  }
  /** The last frames and bytes of `join`: sockets with the same subscriptions are sent the same bytes. */
  private frames: ReadonlyArray<Buffer> | null = null
  private bytes: Buffer | null = null

  /** The frames as one run of bytes. */
  join(frames: ReadonlyArray<Buffer>): Buffer {
    if (frames.length === 1) return frames[0]!
    if (this.bytes !== null && isSame(frames, this.frames!)) return this.bytes
    this.frames = frames
    this.bytes = Buffer.concat(frames)
    return this.bytes
  }

  add(writer: SocketWriter): void {
    this.dirty.push(writer)
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(this.flush)
  }
}

const isSame = (left: ReadonlyArray<Buffer>, right: ReadonlyArray<Buffer>): boolean => {
  if (left.length !== right.length) return false
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false
  return true
}

/** Writes frames, as finished bytes (see textFrame), to one client. */
export class SocketWriter {
  private pending: Array<Buffer> | null = null
  private pendingBytes = 0
  /** The newest frame per topic while the reader is slow or its access is being checked. */
  private conflated: Map<object, Buffer> | null = null
  /** Access checks that run: until they are done, nothing of a topic is sent. */
  private checks = 0
  /** Messages that wait for access checks. */
  private unchecked: Array<{ readonly topic: object; readonly frame: Buffer }> = []
  private uncheckedBytes = 0
  /** Whether a listener waits for the socket's `drain`. */
  private awaitsDrain = false
  private readonly socket: Socket
  private readonly scheduler: WriteScheduler
  private readonly counters: Counters["Service"]
  private readonly onTooSlow: () => void

  constructor(socket: Socket, scheduler: WriteScheduler, counters: Counters["Service"], onTooSlow: () => void) {
    this.socket = socket
    this.scheduler = scheduler
    this.counters = counters
    this.onTooSlow = onTooSlow
  }

  /** Queues a frame that must not be lost. */
  send(frame: Buffer): void {
    if (this.pending === null) {
      this.pending = []
      this.scheduler.add(this)
    }
    this.pending.push(frame)
    this.pendingBytes += frame.length
    this.bound()
  }

  /** Queues a frame of a topic that must not be lost, unless the topic is dropped. */
  message(topic: object, frame: Buffer): void {
    if (this.checks === 0) return this.send(frame)
    this.unchecked.push({ topic, frame })
    this.uncheckedBytes += frame.length
    this.bound()
  }

  /** Queues a frame that a newer one of the same topic may replace. */
  sample(topic: object, frame: Buffer): void {
    const held = this.checks > 0
    // A fast reader may be sent much in one turn: only bytes that the kernel does not take make it slow.
    if (!held && this.conflated === null && this.queuedBytes() > slowMark) this.flush()
    if (held || this.conflated !== null || this.socket.writableLength > slowMark) {
      if (this.conflated === null) {
        this.conflated = new Map()
        if (!held) this.awaitDrain()
      }
      if (this.conflated.has(topic)) this.counters.samples_conflated_total++
      this.conflated.set(topic, frame)
      return
    }
    this.counters.samples_delivered_total++
    this.send(frame)
  }

  /** Drops what of a topic was not written yet. */
  drop(topic: object): void {
    this.conflated?.delete(topic)
    this.unchecked = this.unchecked.filter((waiting) => waiting.topic !== topic)
    this.uncheckedBytes = this.unchecked.reduce((bytes, { frame }) => bytes + frame.length, 0)
  }

  /** Sends nothing of a topic until `resume`: the reader's access is being checked. */
  hold(): void {
    this.checks++
  }

  resume(): void {
    if (--this.checks > 0) return
    const messages = this.unchecked
    this.unchecked = []
    this.uncheckedBytes = 0
    for (const { frame } of messages) this.send(frame)
    if (this.conflated !== null) this.catchUp()
  }

  flush(): void {
    const frames = this.pending
    if (frames === null) return
    this.pending = null
    this.pendingBytes = 0
    if (!this.socket.writable) return
    this.socket.write(this.scheduler.join(frames))
  }

  private queuedBytes(): number {
    return this.pendingBytes + this.socket.writableLength
  }

  /** Ends a reader for which too many bytes that must not be lost are queued. */
  private bound(): void {
    if (this.queuedBytes() + this.uncheckedBytes <= tooSlowMark) return
    this.pending = null
    this.pendingBytes = 0
    this.unchecked = []
    this.uncheckedBytes = 0
    this.onTooSlow()
  }

  private awaitDrain(): void {
    if (this.awaitsDrain) return
    this.awaitsDrain = true
    this.socket.once("drain", () => {
      this.awaitsDrain = false
      this.catchUp()
    })
  }

  /** Sends the newest frames until the mark is reached again; the rest waits on. */
  private catchUp(): void {
    const frames = this.conflated
    this.conflated = null
    for (const [topic, frame] of frames ?? []) this.sample(topic, frame)
    this.flush()
  }
}
