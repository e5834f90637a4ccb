import { Duplex } from "node:stream"
import type { MessagePort } from "node:worker_threads"
import type { FromDatabase, ToDatabase } from "./Messages.ts"
import type { Line } from "./PgliteThread.ts"

type Post = (message: ToDatabase, transfer?: ReadonlyArray<ArrayBuffer>) => void

const cancelRequestCode = 80_877_102

/** PGlite runs one statement to its end, so a request to cancel it is answered by hanging up, as Postgres does. */
const isCancelRequest = (bytes: Uint8Array): boolean =>
  bytes.length === 16 && new DataView(bytes.buffer, bytes.byteOffset).getInt32(4) === cancelRequestCode

/** One session of the client with the database's thread, in the shape of a socket. */
class PgliteStream extends Duplex {
  private readonly received: Array<Uint8Array> = []
  private wanted = false
  private opened = false
  /** Written in this turn and not posted yet: what many statements wrote crosses to the thread at once. */
  private written: Array<Uint8Array> = []
  private readonly post: Post
  private readonly taken: (bytes: number) => void
  readonly session: number

  constructor(session: number, post: Post, taken: (bytes: number) => void) {
    super({ allowHalfOpen: false })
    this.session = session
    this.post = post
    this.taken = taken
  }

  receive(bytes: Uint8Array): void {
    if (this.destroyed) return this.taken(bytes.length)
    this.received.push(bytes)
    this.deliver()
  }

  override _read(): void {
    this.wanted = true
    this.deliver()
  }

  private deliver(): void {
    while (this.wanted) {
      const bytes = this.received.shift()
      if (bytes === undefined) return
      this.taken(bytes.length)
      this.wanted = this.push(bytes)
    }
  }

  override _write(bytes: Uint8Array, _encoding: string, done: () => void): void {
    if (!this.opened) {
      if (isCancelRequest(bytes)) {
        this.destroy()
        return done()
      }
      this.opened = true
      this.post({ kind: "open", session: this.session })
    }
    if (this.written.push(bytes) === 1) queueMicrotask(this.cross)
    done()
  }

  private readonly cross = (): void => {
    const { written } = this
    this.written = []
    if (this.destroyed) return
    // Bytes of its own: a view would cross with the whole buffer it is a view of.
    const bytes = new Uint8Array(written.reduce((length, one) => length + one.length, 0))
    let at = 0
    for (const one of written) {
      bytes.set(one, at)
      at += one.length
    }
    this.post({ kind: "frames", session: this.session, bytes }, [bytes.buffer])
  }

  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    for (const bytes of this.received.splice(0)) this.taken(bytes.length)
    if (this.opened) this.post({ kind: "close", session: this.session })
    done(error)
  }
}

/** Opens sessions with a database and hands each answer to its session. */
export class PgliteStreams {
  private readonly streams = new Map<number, PgliteStream>()
  private lastSession = 0
  private stoppedBy: Error | undefined
  private readonly port: MessagePort
  private readonly unread: Int32Array<SharedArrayBuffer>

  constructor({ closed, port }: Line, unread: SharedArrayBuffer) {
    this.port = port
    this.unread = new Int32Array(unread)
    port.on("message", this.onMessage)
    void closed.then((error) => this.stop(error))
  }

  readonly open = (): Duplex => {
    const stream = new PgliteStream(++this.lastSession, this.post, this.taken)
    if (this.stoppedBy !== undefined) return stream.destroy(this.stoppedBy)
    this.streams.set(stream.session, stream)
    return stream.once("close", () => this.streams.delete(stream.session))
  }

  private readonly post: Post = (message, transfer = []) => {
    if (this.stoppedBy === undefined) this.port.postMessage(message, transfer)
  }

  private readonly taken = (bytes: number): void => {
    Atomics.sub(this.unread, 0, bytes)
    Atomics.notify(this.unread, 0)
  }

  private readonly onMessage = (message: FromDatabase): void => {
    if (message.kind === "ended") this.streams.get(message.session)?.destroy(new Error(message.message))
    if (message.kind !== "answer") return
    const stream = this.streams.get(message.session)
    if (stream === undefined) this.taken(message.bytes.length)
    else stream.receive(message.bytes)
  }

  private stop(error: Error): void {
    this.stoppedBy ??= error
    for (const stream of this.streams.values()) stream.destroy(this.stoppedBy)
  }
}
