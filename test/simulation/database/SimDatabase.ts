import type { PGlite } from "@electric-sql/pglite"
import { Sessions } from "../../../packages/server/src/platform/sql/pglite/Sessions.ts"
import type { Generator } from "../kernel/Generator.ts"
import { type Kernel, Process } from "../kernel/Kernel.ts"
import { DatabaseStream } from "./DatabaseStream.ts"

/** How the database behaves. */
export interface DatabaseFaults {
  /** Milliseconds from a request to its answer. */
  readonly delay: readonly [least: number, most: number]
  /** How likely a connection is lost at a request, before it is carried out. */
  readonly drops: number
  /** How likely a connection is lost instead of a COMMIT, and instead of the answer to one. */
  readonly lostCommits: number
}

export const wellBehaved: DatabaseFaults = { delay: [0, 1], drops: 0, lostCommits: 0 }

/** The database of a world: PGlite in this process, which takes one request after the other. */
export class SimDatabase {
  readonly process = new Process("database")
  faults: DatabaseFaults = wellBehaved
  private readonly kernel: Kernel
  private readonly random: Generator
  private readonly sessions: Sessions
  private readonly streams = new Map<number, DatabaseStream>()
  private lostText: string | null = null
  private unheardText: string | null = null
  private count = 0
  private answering = 0
  private readonly waiting: Array<() => Promise<void>> = []
  private works = false

  constructor(kernel: Kernel, pglite: PGlite) {
    this.kernel = kernel
    // PGlite interrupts long statements by a timer that it keeps from one seed to the next; none is long here.
    this.process.hasTimers = false
    this.random = kernel.random.fork("database")
    this.sessions = new Sessions(pglite, async (session, bytes) => {
      this.answering = session
      const answer: Array<Buffer> = []
      try {
        await pglite.execProtocolRawStream(bytes, { onRawData: (piece) => void answer.push(Buffer.from(piece)) })
      } catch (cause) {
        return this.end(session, String(cause))
      }
      this.answer(this.answering, Buffer.concat(answer))
    })
  }

  /** A connection of a process. */
  open(process: Process): DatabaseStream {
    const session = ++this.count
    const stream = new DatabaseStream(process, {
      begin: () => this.enqueue(async () => this.sessions.open(session)),
      request: (bytes) => this.request(session, bytes),
      close: () => {
        this.streams.delete(session)
        this.enqueue(() => this.sessions.close(session))
      }
    })
    this.streams.set(session, stream)
    return stream
  }

  /** The connections of a process that is gone end; what it had not committed never was. */
  crash(process: Process): void {
    for (const [session, stream] of this.streams) {
      if (stream.process !== process) continue
      this.streams.delete(session)
      this.enqueue(() => this.sessions.close(session))
    }
  }

  /** Loses the connection, once, instead of the answer to what holds this text. */
  loseAnswerTo(text: string): void {
    this.lostText = text
  }

  /** Loses the connection, once, before what holds this text is executed. */
  loseBefore(text: string): void {
    this.unheardText = text
  }

  private request(session: number, bytes: Uint8Array): void {
    const [least, most] = this.faults.delay
    const texts = this.streams.get(session)?.statements.read(Buffer.from(bytes)) ?? []
    const isCommit = texts.includes("COMMIT")
    const { lostText } = this
    if (lostText !== null && texts.some((text) => text.includes(lostText))) {
      this.lostText = null
      return this.executeUnanswered(session, bytes)
    }
    const { unheardText } = this
    const isUnheard = unheardText !== null && texts.some((text) => text.includes(unheardText))
    if (isUnheard) this.unheardText = null
    const fate = isCommit && this.random.chance(this.faults.lostCommits) ? this.random.pick(["before", "after"]) : null
    const drops = isUnheard || fate === "before" || this.random.chance(this.faults.drops)
    const stream = this.streams.get(session)
    if (stream === undefined) return
    stream.askedMs = Math.max(stream.askedMs, this.kernel.nowMs + this.random.between(least, most))
    this.kernel.at(this.process, stream.askedMs, () => {
      if (drops) {
        this.kernel.note(isCommit ? "database: connection lost before COMMIT" : "database: connection lost")
        return this.drop(session)
      }
      if (fate === "after") this.executeUnanswered(session, bytes)
      else this.enqueue(() => this.sessions.frames(session, bytes))
    })
  }

  private executeUnanswered(session: number, bytes: Uint8Array): void {
    const stream = this.streams.get(session)
    if (stream === undefined) return
    // Its answer must not overtake the loss.
    stream.isLost = true
    this.enqueue(() => this.sessions.frames(session, bytes))
    this.enqueue(async () => {
      this.kernel.note("database: connection lost before an answer")
      this.drop(session)
    })
  }

  private drop(session: number): void {
    const stream = this.streams.get(session)
    if (stream === undefined) return
    this.kernel.post(stream.process, () => void stream.destroy(new Error("the database's connection was lost")))
  }

  private end(session: number, message: string): void {
    const stream = this.streams.get(session)
    if (stream !== undefined) this.kernel.post(stream.process, () => void stream.destroy(new Error(message)))
  }

  private answer(session: number, bytes: Buffer): void {
    const stream = this.streams.get(session)
    if (stream === undefined || stream.isLost || bytes.length === 0) return
    const [least, most] = this.faults.delay
    stream.lastMs = Math.max(stream.lastMs, this.kernel.nowMs + this.random.between(least, most))
    this.kernel.at(stream.process, stream.lastMs, () => stream.receive(bytes))
  }

  /** One after the other, in their order. */
  private enqueue(work: () => Promise<void>): void {
    this.waiting.push(work)
    if (this.works) return
    this.works = true
    const next = async (): Promise<void> => {
      await this.waiting.shift()!()
      if (this.waiting.length > 0) this.kernel.post(this.process, next)
      else this.works = false
    }
    this.kernel.post(this.process, next)
  }
}
