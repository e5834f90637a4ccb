/** The service's clock, as its answers over the socket tell it. */
export interface ServiceClock {
  /** Milliseconds since the epoch by the service's clock; by this machine's until the service has said the time. */
  now(): number
  /** What to add to this machine's clock, in milliseconds; null until the service has said the time. */
  readonly offsetMs: number | null
  /** How far `now` may be off, in milliseconds: half of the quickest answer. Null until the service has said the time. */
  readonly uncertaintyMs: number | null
  /** Asks the service for the time, over the socket, which is opened where none is open. Fails as `realtime.probe` does. */
  sync(): Promise<void>
}

/** Keeps the service's clock by `performance.now()`, which no clock setting changes. */
export class ClockKeeper implements ServiceClock {
  readonly #ask: () => Promise<unknown>
  /** What the service said, when that was by `performance.now()`, and how far from it that may be. */
  #known: { readonly serverMs: number; readonly atMs: number; readonly errorMs: number } | undefined

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask
  }

  now(): number {
    const { atMs, serverMs } = this.#known ?? { serverMs: Date.now(), atMs: performance.now() }
    return serverMs + performance.now() - atMs
  }

  get offsetMs(): number | null {
    return this.#known === undefined ? null : this.now() - Date.now()
  }

  get uncertaintyMs(): number | null {
    return this.#known?.errorMs ?? null
  }

  async sync(): Promise<void> {
    await this.#ask()
  }

  /**
   * Takes up an answer to what was sent at `sentMs` by `performance.now()`. The quickest answer counts, until one
   * contradicts it: a machine that slept, or a clock that was set.
   */
  take(serverMs: number, sentMs: number): void {
    const atMs = performance.now()
    const errorMs = (atMs - sentMs) / 2
    const middleMs = serverMs + errorMs
    if (Number.isNaN(middleMs)) return
    const allowedMs = errorMs + (this.#known?.errorMs ?? 0)
    const isBetter = errorMs <= (this.#known?.errorMs ?? errorMs)
    if (isBetter || Math.abs(middleMs - this.now()) > allowedMs + 1) this.#known = { serverMs: middleMs, atMs, errorMs }
  }
}
