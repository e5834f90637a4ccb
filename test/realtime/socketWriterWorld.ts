import { WriteScheduler, SocketWriter } from "@fleet/server/realtime/SocketWriter"
import { EventEmitter } from "node:events"
import type { Socket } from "node:net"

/** A socket whose reader takes what was written only when the test says so. */
export class SlowSocket extends EventEmitter {
  writable = true
  writableLength = 0
  readonly writes: Array<Buffer> = []

  write(bytes: Buffer): boolean {
    this.writes.push(bytes)
    this.writableLength += bytes.length
    return false
  }

  /** The reader takes everything; node says `drain` then. */
  read(): void {
    if (this.writableLength === 0) return
    this.writableLength = 0
    this.emit("drain")
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

/** A writer over such a socket. */
export const aSocketWriter = () => {
  const socket = new SlowSocket()
  const counters = { samples_delivered_total: 0, samples_conflated_total: 0 }
  const given = { tooSlow: 0 }
  const writer = new SocketWriter(
    socket as unknown as Socket,
    new WriteScheduler(),
    counters as never,
    () => given.tooSlow++
  )
  return { socket, counters, given, writer, turn }
}
