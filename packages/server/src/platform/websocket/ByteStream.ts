import type { Socket } from "node:net"
import { ReadTicks } from "./ReadTicks.ts"
import { lastRead, lastWriteWaits, newWriteRequest, type TcpHandle, tcpHandle, type WriteRequest } from "./TcpHandle.ts"

/** What happens on a connection. */
export interface ByteEvents {
  /** The first `end` bytes of the chunk have come. They are only good during the call, and may be changed by it. */
  readonly onBytes: (chunk: Buffer, end: number) => void
  /** All that was written and waited was taken. */
  readonly onDrain: () => void
  /** The peer sends no more. */
  readonly onEnd: () => void
  readonly onClosed: () => void
}

const held = Symbol("ByteStream")

interface HeldSocket extends Socket {
  [held]: ByteStream
}

interface HeldHandle extends TcpHandle {
  [held]: ByteStream
}

/** Reads of all sockets go here: each is used up before the next. */
const incoming = Buffer.allocUnsafeSlow(65_536)

/** Node's own way to take a read; it is left the end and errors. */
let nodeOnRead: TcpHandle["onread"]

function onRead(this: TcpHandle): void {
  const count = lastRead()
  if (count > 0) (this as HeldHandle)[held].received(count)
  else if (count < 0) nodeOnRead.call(this, undefined)
}

const ticks = new ReadTicks()

/** For writes that are done at once, which is nearly all of them: Node looks at the request only where bytes wait. */
let spareRequest: WriteRequest | null = null

function onWritten(this: WriteRequest, status: number): void {
  this.owner!.written(this.bytes!.length, status)
}

/**
 * The bytes of one TCP connection. Where this Node allows it they pass Node's streams by: those cost more, per write and per
 * read, than everything else that the service does for a sample. Node keeps the life of the socket: its end, its errors,
 * its closing.
 */
export class ByteStream {
  /** Bytes that were written and that the kernel has not taken. */
  queuedBytes = 0
  /** Whether a write still leaves. */
  isWritable = true
  readonly events: ByteEvents
  private readonly socket: Socket
  private readonly handle: TcpHandle | null
  private isEnded = false
  private isPaused = false
  private awaitsTick = false
  private corked: Array<Buffer> | null = null

  /** Takes over the socket. `isDirect` false keeps to Node's streams. */
  constructor(socket: Socket, events: ByteEvents, isDirect = true) {
    this.socket = socket
    this.events = events
    ;(socket as HeldSocket)[held] = this
    socket.on("error", onError)
    socket.on("end", onEnd)
    socket.on("close", onClose)
    // What has been read already is in the stream; it is asked first.
    this.handle = isDirect && socket.readableLength === 0 ? tcpHandle(socket) : null
    if (this.handle === null) socket.on("data", onData)
    else {
      ;(this.handle as HeldHandle)[held] = this
      nodeOnRead = this.handle.onread
      this.handle.useUserBuffer(incoming)
      this.handle.onread = onRead
    }
    socket.resume()
  }

  /** Writes at once what the kernel takes; the rest leaves before anything else. */
  write(bytes: Buffer): void {
    if (!this.isWritable) return
    if (this.corked !== null) {
      this.corked.push(bytes)
      return
    }
    if (this.handle === null) {
      this.queuedBytes += bytes.length
      this.socket.write(bytes, () => this.written(bytes.length, 0))
      return
    }
    const request = (spareRequest ??= newWriteRequest())
    const error = this.handle.writeBuffer(request, bytes)
    if (error === 0 && !lastWriteWaits()) return
    spareRequest = null
    if (error !== 0) return this.destroy()
    request.owner = this
    request.bytes = bytes
    request.oncomplete = onWritten
    this.queuedBytes += bytes.length
  }

  /** Keeps what is written until `uncork`, then writes it at once. */
  cork(): void {
    this.corked ??= []
  }

  uncork(): void {
    const { corked } = this
    this.corked = null
    if (corked !== null && corked.length > 0) this.write(corked.length === 1 ? corked[0]! : Buffer.concat(corked))
  }

  /** Reads no more until `resume`. */
  pause(): void {
    this.isPaused = true
    if (this.handle === null) this.socket.pause()
    else this.stopReading(this.handle)
  }

  resume(): void {
    this.isPaused = false
    if (this.handle === null) this.socket.resume()
    else if (!this.awaitsTick) this.startReading(this.handle)
  }

  /** So many bytes were read. Who filled the buffer has more, and reads on when it is its turn. */
  received(count: number): void {
    this.events.onBytes(incoming, count)
    if (count < incoming.length || this.isPaused || !this.isLive) return
    this.awaitsTick = true
    this.stopReading(this.handle!)
    ticks.wait(this)
  }

  /** It is its turn to read. */
  readNext(): void {
    this.awaitsTick = false
    if (!this.isPaused) this.startReading(this.handle!)
  }

  /** Writes no more; what was written before still leaves. */
  seal(): void {
    this.uncork()
    this.isWritable = false
  }

  /** Writes no more, and ends our side behind what was written. */
  end(): void {
    this.uncork()
    this.isWritable = false
    if (this.isEnded) return
    this.isEnded = true
    this.socket.end()
  }

  destroy(): void {
    this.isWritable = false
    this.isEnded = true
    this.socket.destroy()
  }

  /** A write that waited was taken, or failed. */
  written(bytes: number, status: number): void {
    this.queuedBytes -= bytes
    if (status < 0) this.destroy()
    else if (this.queuedBytes === 0 && !this.socket.destroyed) this.events.onDrain()
  }

  private get isLive(): boolean {
    return !this.socket.destroyed
  }

  private stopReading(handle: TcpHandle): void {
    if (!this.isLive || !handle.reading) return
    handle.reading = false
    handle.readStop()
  }

  private startReading(handle: TcpHandle): void {
    if (!this.isLive || handle.reading) return
    handle.reading = true
    handle.readStart()
  }
}

function onData(this: Socket, chunk: Buffer): void {
  ;(this as HeldSocket)[held].events.onBytes(chunk, chunk.length)
}

function onEnd(this: Socket): void {
  ;(this as HeldSocket)[held].events.onEnd()
}

function onClose(this: Socket): void {
  const stream = (this as HeldSocket)[held]
  stream.destroy()
  stream.events.onClosed()
}

/** `close` follows. */
function onError(this: Socket): void {
  this.destroy()
}
