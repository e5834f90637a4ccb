import { type ByteSink, SocketWriter, WriteScheduler } from "@fleet/server/realtime/SocketWriter"

/** A connection whose reader takes what was written only when the test says so. */
export class SlowSink implements ByteSink {
  /** Takes no more where false. */
  isOpen = true
  queuedBytes = 0
  readonly writes: Array<Buffer> = []
  onDrain: () => void = () => undefined

  write(bytes: Buffer): void {
    if (!this.isOpen) return
    this.writes.push(bytes)
    this.queuedBytes += bytes.length
  }

  /** The reader takes everything. */
  read(): void {
    if (this.queuedBytes === 0) return
    this.queuedBytes = 0
    this.onDrain()
  }

  /** The names of the frames that were written, in order. */
  get names(): ReadonlyArray<string> {
    const bytes = Buffer.concat(this.writes)
    const names: Array<string> = []
    for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
      const start = at + 5
      names.push(bytes.toString("latin1", start, start + bytes[at + 4]!))
    }
    return names
  }
}

/** A frame that says its name and has so many bytes. */
export const frameOf = (name: string, bytes = name.length + 5): Buffer => {
  const frame = Buffer.alloc(bytes)
  frame.writeUInt32BE(bytes)
  frame[4] = name.length
  frame.write(name, 5, "latin1")
  return frame
}

const turn = () => new Promise<void>((resume) => setImmediate(resume))

/** A writer over such a connection. */
export const aSocketWriter = () => {
  const socket = new SlowSink()
  const counters = { samples_delivered_total: 0, samples_conflated_total: 0 }
  const given = { tooSlow: 0 }
  const reader = { onTooSlow: () => void given.tooSlow++ }
  const writer = new SocketWriter(socket, new WriteScheduler(), counters as never, reader)
  socket.onDrain = () => writer.drained()
  return { socket, counters, given, writer, turn }
}
