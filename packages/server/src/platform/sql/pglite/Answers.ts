import { unreadLimit } from "./Messages.ts"

const chunkBytes = 64 * 1024

/**
 * Gathers the small pieces PGlite answers with into chunks worth sending between threads.
 * A piece is a view of PGlite's own memory and is copied before this returns.
 */
export class Answers {
  private buffer = new Uint8Array(chunkBytes)
  private used = 0
  private readonly unread: Int32Array<SharedArrayBuffer>
  private readonly send: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(unread: SharedArrayBuffer, send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.unread = new Int32Array(unread)
    this.send = send
  }

  readonly add = (piece: Uint8Array): void => {
    if (this.used + piece.length > this.buffer.length) this.flush()
    if (piece.length > this.buffer.length) return this.post(new Uint8Array(piece))
    this.buffer.set(piece, this.used)
    this.used += piece.length
  }

  /** Sends what was gathered. */
  flush(): void {
    if (this.used === 0) return
    const bytes = this.buffer.slice(0, this.used)
    this.used = 0
    this.post(bytes)
  }

  private post(bytes: Uint8Array<ArrayBuffer>): void {
    this.send(bytes)
    let unread = Atomics.add(this.unread, 0, bytes.length) + bytes.length
    while (unread > unreadLimit) {
      Atomics.wait(this.unread, 0, unread)
      unread = Atomics.load(this.unread, 0)
    }
  }
}
