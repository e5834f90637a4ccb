import type { Generator } from "../kernel/Generator.ts"
import type { Kernel } from "../kernel/Kernel.ts"
import type { SimSocket } from "./SimSocket.ts"

/** How a connection treats its bytes. */
export interface Weather {
  /** Milliseconds that bytes are on their way. */
  readonly latency: readonly [least: number, most: number]
  /** How likely bytes of one write arrive in two pieces. */
  readonly splits: number
}

/** Bytes that may be on their way before the writer has to wait. */
const window = 256 * 1024

/** How long a writer waits, in milliseconds, until it takes a connection without answers for broken. */
const patience = [5_000, 60_000] as const

/** One direction of a connection. Bytes keep their order, whatever becomes of them. */
export class Wire {
  private readonly kernel: Kernel
  private readonly random: Generator
  private readonly from: SimSocket
  private readonly to: SimSocket
  private readonly weather: Weather
  private lastMs = 0
  private underWay = 0
  private ended = false
  private readonly held: Array<() => void> = []
  /** Nothing arrives before. */
  stalledUntilMs = 0
  /** Nothing arrives any more, and nobody is told: but who still writes gives the connection up in the end. */
  isLost = false
  private givesUp = false

  constructor(kernel: Kernel, random: Generator, from: SimSocket, to: SimSocket, weather: Weather) {
    this.kernel = kernel
    this.random = random
    this.from = from
    this.to = to
    this.weather = weather
  }

  send(bytes: Buffer, taken: () => void): void {
    if (bytes.length > 1 && this.random.chance(this.weather.splits)) {
      const at = this.random.between(1, bytes.length - 1)
      this.carry(bytes.subarray(0, at))
      this.carry(bytes.subarray(at))
    } else this.carry(bytes)
    if (this.underWay <= window) taken()
    else this.held.push(taken)
  }

  finish(): void {
    if (this.ended) return
    this.ended = true
    this.schedule(() => this.to.receive(null))
  }

  private carry(bytes: Buffer): void {
    this.underWay += bytes.length
    this.schedule(() => {
      this.underWay -= bytes.length
      this.to.receive(bytes)
      if (this.underWay <= window) for (const taken of this.held.splice(0)) taken()
    })
  }

  private schedule(arrive: () => void): void {
    const [least, most] = this.weather.latency
    this.lastMs = Math.max(this.lastMs, this.kernel.nowMs + this.random.between(least, most), this.stalledUntilMs)
    this.kernel.at(this.to.process, this.lastMs, () => {
      if (!this.isLost) return arrive()
      if (this.givesUp) return
      this.givesUp = true
      const { from } = this
      this.kernel.after(from.process, this.random.between(...patience), () => from.reset())
    })
  }
}
