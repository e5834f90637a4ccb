import { Duplex } from "node:stream"
import type { Process } from "../kernel/Kernel.ts"
import { StatementWatch } from "./StatementWatch.ts"

interface Session {
  readonly begin: () => void
  readonly request: (bytes: Uint8Array) => void
  readonly close: () => void
}

const cancelRequestCode = 80_877_102

const isCancelRequest = (bytes: Uint8Array): boolean =>
  bytes.length === 16 && new DataView(bytes.buffer, bytes.byteOffset).getInt32(4) === cancelRequestCode

/** A process's connection to the simulated database, in the shape of a socket. */
export class DatabaseStream extends Duplex {
  readonly process: Process
  readonly statements = new StatementWatch()
  private readonly session: Session
  private readonly arrived: Array<Buffer> = []
  private wanted = false
  private opened = false
  private written: Array<Uint8Array> = []
  /** When the last request and the last answer arrive: both keep their order. */
  askedMs = 0
  lastMs = 0
  /** Whether no answer arrives any more. */
  isLost = false

  constructor(process: Process, session: Session) {
    super({ allowHalfOpen: false })
    this.process = process
    this.session = session
  }

  receive(bytes: Buffer): void {
    if (this.destroyed) return
    this.arrived.push(bytes)
    this.deliver()
  }

  override _read(): void {
    this.wanted = true
    this.deliver()
  }

  override _write(bytes: Uint8Array, _encoding: string, done: () => void): void {
    if (!this.opened) {
      if (isCancelRequest(bytes)) {
        this.destroy()
        return done()
      }
      this.opened = true
      this.session.begin()
    }
    // What is written in one turn is one request.
    if (this.written.push(new Uint8Array(bytes)) === 1) queueMicrotask(this.cross)
    done()
  }

  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.opened) this.session.close()
    done(error)
  }

  private readonly cross = (): void => {
    const bytes = Buffer.concat(this.written.splice(0))
    if (!this.destroyed) this.session.request(new Uint8Array(bytes))
  }

  private deliver(): void {
    while (this.wanted && this.arrived.length > 0) this.wanted = this.push(this.arrived.shift())
  }
}
