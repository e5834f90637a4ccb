import type { Counters } from "../platform/telemetry/Counters.ts"
import { FrameRun } from "./FrameRun.ts"

/** Above this many queued bytes a socket stops getting datapoint frames one by one and keeps the newest of each. */
export const slowMark = 65_536
/** Above this many it is closed. */
export const tooSlowMark = 4 * 1024 * 1024
/** Sockets written to per turn of the event loop; above it a flush is sliced so that reading goes on. */
const slice = 2_000

/** Collects the frames of a turn of the event loop: each socket then gets one write, however many frames it has. */
export class WriteScheduler {
  /** The run of a writer for which nothing waits. */
  readonly nothing = new FrameRun(null, null)
  private dirty: Array<SocketWriter> = []
  private scheduled = false
  private readonly flush = () => {
    const due = this.dirty
    this.dirty = due.length > slice ? due.splice(slice) : []
    this.scheduled = this.dirty.length > 0
    for (const writer of due) writer.flush()
    this.nothing.forget()
    if (this.scheduled) setImmediate(this.flush)
  }

  add(writer: SocketWriter): void {
    this.dirty.push(writer)
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(this.flush)
  }
}

/** Where a writer's bytes go. */
export interface ByteSink {
  /** Bytes that the kernel has not taken. */
  readonly queuedBytes: number
  readonly write: (bytes: Buffer) => void
}

/** Writes frames, as finished bytes (see textFrame), to one client. */
export class SocketWriter {
  /** What leaves with this turn. */
  private run: FrameRun
  /** The newest frame per topic while the reader is slow or its access is being checked. */
  private conflated: Map<object, Buffer> | null = null
  /** Access checks that run: until they are done, nothing of a topic is sent. */
  private checks = 0
  /** Messages that wait for access checks. */
  private unchecked: Array<{ readonly topic: object; readonly frame: Buffer }> | null = null
  private uncheckedBytes = 0
  /** Whether what is conflated leaves when the sink has drained. */
  private awaitsDrain = false
  private readonly sink: ByteSink
  private readonly scheduler: WriteScheduler
  private readonly counters: Counters["Service"]
  private readonly reader: { readonly onTooSlow: () => void }

  constructor(
    sink: ByteSink,
    scheduler: WriteScheduler,
    counters: Counters["Service"],
    reader: { readonly onTooSlow: () => void }
  ) {
    this.sink = sink
    this.scheduler = scheduler
    this.counters = counters
    this.reader = reader
    this.run = scheduler.nothing
  }

  /** Queues a frame that must not be lost. */
  send(frame: Buffer): void {
    if (this.run === this.scheduler.nothing) this.scheduler.add(this)
    this.run = this.run.with(frame)
    this.bound()
  }

  /** Queues a frame of a topic that must not be lost, unless the topic is dropped. */
  message(topic: object, frame: Buffer): void {
    if (this.checks === 0) return this.send(frame)
    this.unchecked ??= []
    this.unchecked.push({ topic, frame })
    this.uncheckedBytes += frame.length
    this.bound()
  }

  /** Queues a frame that a newer one of the same topic may replace. */
  sample(topic: object, frame: Buffer): void {
    const held = this.checks > 0
    // A fast reader may be sent much in one turn: only bytes that the kernel does not take make it slow.
    if (!held && this.conflated === null && this.queuedBytes() > slowMark) this.flush()
    if (held || this.conflated !== null || this.sink.queuedBytes > slowMark) {
      if (this.conflated === null) {
        this.conflated = new Map()
        if (!held) this.awaitsDrain = true
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
    if (this.unchecked === null) return
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
    this.unchecked = null
    this.uncheckedBytes = 0
    for (const { frame } of messages ?? []) this.send(frame)
    if (this.conflated !== null) this.catchUp()
  }

  flush(): void {
    const { nothing } = this.scheduler
    const { run } = this
    if (run === nothing) return
    this.run = nothing
    this.sink.write(run.bytes())
  }

  /** The sink has drained. */
  drained(): void {
    if (!this.awaitsDrain) return
    this.awaitsDrain = false
    this.catchUp()
  }

  private queuedBytes(): number {
    return this.run.length + this.sink.queuedBytes
  }

  /** Ends a reader for which too many bytes that must not be lost are queued. */
  private bound(): void {
    if (this.queuedBytes() + this.uncheckedBytes <= tooSlowMark) return
    this.run = this.scheduler.nothing
    this.unchecked = null
    this.uncheckedBytes = 0
    this.reader.onTooSlow()
  }

  /** Sends the newest frames until the mark is reached again; the rest waits on. */
  private catchUp(): void {
    const frames = this.conflated
    this.conflated = null
    for (const [topic, frame] of frames ?? []) this.sample(topic, frame)
    this.flush()
  }
}
