/** What a client asked for of one topic. Several subscriptions are one, with the least limits of all. */
export interface Asked {
  readonly compression: string
  readonly throttleMs: number
  readonly queueLength: number
}

/** Sends a topic's messages to one client as rosbridge throttles them: at once, or the latest when its time has come. */
export class Feed {
  readonly asked = new Map<string, Asked>()
  readonly #send: (payload: Uint8Array, timeNs: bigint, compression: string) => void
  #sentAt = -Infinity
  #waiting: NodeJS.Timeout | undefined
  #latest: readonly [payload: Uint8Array, timeNs: bigint] | undefined

  constructor(send: (payload: Uint8Array, timeNs: bigint, compression: string) => void) {
    this.#send = send
  }

  #now(payload: Uint8Array, timeNs: bigint): void {
    this.#sentAt = performance.now()
    this.#send(payload, timeNs, Array.from(this.asked.values()).at(-1)?.compression ?? "none")
  }

  deliver(payload: Uint8Array, timeNs: bigint): void {
    const asked = [...this.asked.values()]
    const throttleMs = Math.min(...asked.map((each) => each.throttleMs))
    const wait = this.#sentAt + throttleMs - performance.now()
    if (throttleMs === 0 || (wait <= 0 && this.#waiting === undefined)) return this.#now(payload, timeNs)
    // Without a queue a throttled message is lost.
    if (Math.min(...asked.map((each) => each.queueLength)) < 1) return
    this.#latest = [payload, timeNs]
    this.#waiting ??= setTimeout(() => {
      this.#waiting = undefined
      if (this.#latest !== undefined) this.#now(...this.#latest)
    }, wait)
  }

  stop(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    this.#latest = undefined
  }
}
