import { createHmac } from "node:crypto"
import { EventEmitter } from "node:events"
import type { Generator } from "./Generator.ts"
import type { Kernel, Process } from "./Kernel.ts"

interface Asked {
  readonly id: number
  readonly question: { readonly message: string; readonly nonce: Uint8Array; readonly tagLength: number }
}

/** Stands for the child process that hashes passwords: another, cheaper hash, after a while that is drawn. */
export class SimChild extends EventEmitter {
  connected = true
  readonly channel = { unref: () => undefined }
  private readonly kernel: Kernel
  private readonly process: Process
  private readonly random: Generator

  constructor(kernel: Kernel, process: Process, program: string) {
    super()
    if (!program.includes("passwordProcess")) throw new Error(`no simulation of ${program}`)
    this.kernel = kernel
    this.process = process
    this.random = kernel.random.fork(`child of ${process.name}`)
  }

  send({ id, question }: Asked, sent: (error: Error | null) => void): void {
    const { message, nonce, tagLength } = question
    const hash = createHmac("sha512", nonce).update(message).digest().subarray(0, tagLength)
    this.kernel.after(this.process, this.random.between(1, 20), () => {
      this.emit("message", { id, answer: new Uint8Array(hash) })
    })
    sent(null)
  }

  unref(): void {
    return undefined
  }

  disconnect(): void {
    this.connected = false
  }

  kill(): boolean {
    return true
  }
}
