import { FleetError } from "../FleetError.ts"

/** In milliseconds. Below a socket a network may be gone without a word: who only reads would wait for ever. */
const silence = { askAfter: 30_000, loseAfter: 10_000 }

/** How much later than set a timer may fire before the page is taken to have been held up, in milliseconds. */
const lateness = 1000

/** Where a heartbeat reports to. */
export interface HeartbeatEvents {
  /** Asks the service for its time, which it answers at once. */
  readonly ask: (requestId: string) => void
  /** Nothing came for so long that the link must be gone. */
  readonly onSilent: () => void
  /** How long an answer took. */
  readonly onAnswer: (roundTripMs: number) => void
}

interface Probe {
  readonly resolve: (roundTripMs: number) => void
  readonly reject: (error: FleetError) => void
}

/**
 * Finds out whether an open socket still leads anywhere: asks after 30 s of silence, or every `everyMs` where that is
 * set, and gives the link up when nothing comes for as long, ten seconds at most.
 */
export class Heartbeat {
  readonly #everyMs: number | undefined
  readonly #on: HeartbeatEvents
  readonly #asked = new Map<string, number>()
  readonly #probes = new Set<Probe>()
  #count = 0
  #isRunning = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the last message of the service came, by this machine's clock. */
  #receivedAt = 0
  /** How many messages came. */
  #received = 0
  #askedAt = 0

  constructor(everyMs: number | undefined, on: HeartbeatEvents) {
    this.#everyMs = everyMs
    this.#on = on
  }

  /** The socket is open and the credential was accepted. */
  start(): void {
    this.#isRunning = true
    if (this.#everyMs === undefined && this.#probes.size === 0) this.#wait()
    else this.ask()
  }

  /** The socket is gone. */
  stop(): void {
    this.#isRunning = false
    clearTimeout(this.#timer)
    this.#asked.clear()
    const probes = [...this.#probes]
    this.#probes.clear()
    for (const { reject } of probes) reject(new FleetError("connection_lost", "The connection was lost."))
  }

  /** Something came. */
  received(): void {
    this.#receivedAt = Date.now()
    this.#received++
  }

  /** The answer to a question came. Answers when it was asked, by `performance.now()`. */
  answered(requestId: string): number | undefined {
    const sentMs = this.#asked.get(requestId)
    if (sentMs === undefined) return undefined
    this.#asked.clear()
    const roundTripMs = performance.now() - sentMs
    this.#on.onAnswer(roundTripMs)
    const probes = [...this.#probes]
    this.#probes.clear()
    for (const { resolve } of probes) resolve(roundTripMs)
    return sentMs
  }

  /** Asks now, or as soon as the socket is open. Answers how long the answer took; gives the link up without one. */
  probe(timeoutMs: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (this.#isRunning) this.#on.onSilent()
        if (this.#probes.delete(probe)) reject(new FleetError("timeout", "The service did not answer in time."))
      }, timeoutMs)
      const settled =
        <A>(settle: (value: A) => void) =>
        (value: A) => {
          clearTimeout(timer)
          settle(value)
        }
      const probe: Probe = { resolve: settled(resolve), reject: settled(reject) }
      this.#probes.add(probe)
      if (this.#isRunning) this.ask()
    })
  }

  /** Asks now, and gives the link up where nothing comes within `patienceMs`. */
  ask(patienceMs = Math.min(this.#everyMs ?? silence.loseAfter, silence.loseAfter), isLast = false): void {
    if (!this.#isRunning) return
    const askedAt = Date.now()
    const received = this.#received
    this.#askedAt = askedAt
    const id = String(++this.#count)
    this.#asked.set(id, performance.now())
    this.#on.ask(id)
    this.#set(patienceMs, () => {
      if (this.#received > received) return this.#wait()
      // Of a page that was held up the answer may have come, and not been read yet.
      if (!isLast && Date.now() - askedAt > patienceMs + lateness) return this.ask(patienceMs, true)
      this.#on.onSilent()
    })
  }

  #wait(): void {
    this.#set(Math.max(1, this.#leftMs()), () => (this.#leftMs() > 0 ? this.#wait() : this.ask()))
  }

  /** Until the next question. */
  #leftMs(): number {
    const [sinceMs, waitMs] =
      this.#everyMs === undefined ? [this.#receivedAt, silence.askAfter] : [this.#askedAt, this.#everyMs]
    const passedMs = Date.now() - sinceMs
    // A clock that was set back would have it wait for as long.
    return passedMs < 0 ? 0 : waitMs - passedMs
  }

  #set(ms: number, task: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(task, ms)
  }
}
