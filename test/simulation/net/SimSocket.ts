import { Duplex } from "node:stream"
import type { Process } from "../kernel/Kernel.ts"
import type { Wire } from "./Wire.ts"

/** One end of a simulated connection, in the shape of a TCP socket. */
export class SimSocket extends Duplex {
  readonly process: Process
  readonly remoteAddress: string
  readonly remotePort = 1
  readonly encrypted = false
  connecting = false
  /** The way to the other end. */
  out!: Wire
  /** Sees what this end writes, when it writes it. */
  onWrite: ((bytes: Buffer) => void) | null = null
  private readonly arrived: Array<Buffer | null> = []
  private wanted = false

  constructor(process: Process, remoteAddress: string, allowHalfOpen: boolean) {
    super({ allowHalfOpen })
    this.process = process
    this.remoteAddress = remoteAddress
  }

  /** Bytes, or null at the end of what the other end sends. */
  receive(bytes: Buffer | null): void {
    if (this.destroyed) return
    this.arrived.push(bytes)
    this.deliver()
  }

  /** The connection is gone, without a word. */
  reset(): void {
    if (this.destroyed) return
    this.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }))
  }

  override _read(): void {
    this.wanted = true
    this.deliver()
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.carry(bytes, done)
  }

  override _writev(chunks: Array<{ chunk: Buffer }>, done: () => void): void {
    this.carry(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void): void {
    this.out.finish()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.out.finish()
    done(error)
  }

  destroySoon(): void {
    if (this.writableFinished) this.destroy()
    else {
      this.once("finish", () => this.destroy())
      this.end()
    }
  }

  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  setTimeout(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  private carry(bytes: Buffer, done: () => void): void {
    this.onWrite?.(bytes)
    this.out.send(Buffer.from(bytes), done)
  }

  private deliver(): void {
    while (this.wanted && this.arrived.length > 0) this.wanted = this.push(this.arrived.shift())
  }
}
