import type { FleetError } from "../FleetError.ts"

/** The newest values of a slow reader that are kept. */
const bufferSize = 256

/** What feeds a subscription. */
export interface Sink<Value> {
  readonly next: (value: Value) => void
  readonly fail: (error: FleetError) => void
}

interface Reader<Value> {
  readonly buffer: Array<Value>
  wake: (() => void) | undefined
}

/**
 * Values that keep coming. Read them with callbacks, with `for await`, or look at `latest`; any number of readers may do
 * so at once. It survives reconnects and ends by `close()` (or `using`), or with the error that ended it.
 */
export class Subscription<Value> implements AsyncIterable<Value>, Disposable {
  /** The newest value, if one came. */
  latest: Value | undefined
  /** Why it ended, where it did so by itself. */
  error: FleetError | undefined
  /** Values that slow `for await` readers never saw: each keeps the newest 256, oldest dropped first. */
  dropped = 0
  #closed = false
  /** Values that came before the first reader. */
  #unread: Array<Value> | undefined
  readonly #listeners = new Map<(value: Value) => void, ((error: FleetError) => void) | undefined>()
  readonly #readers = new Set<Reader<Value>>()
  readonly #stop: () => void

  /** `start` begins the feed and answers how to end it. `keepsUnread` keeps what comes before the first reader for it. */
  constructor(start: (sink: Sink<Value>) => () => void, keepsUnread = false) {
    if (keepsUnread) this.#unread = []
    this.#stop = start({ next: (value) => this.#next(value), fail: (error) => this.#fail(error) })
  }

  /** Calls back with the newest value at once and with each one after. Answers how to stop. */
  on(listener: (value: Value) => void, onError?: (error: FleetError) => void): () => void {
    this.#listeners.set(listener, onError)
    if (this.error !== undefined) onError?.(this.error)
    else for (const value of this.#past()) listener(value)
    return () => void this.#listeners.delete(listener)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value, void, undefined> {
    const reader: Reader<Value> = { buffer: this.#past(), wake: undefined }
    this.#readers.add(reader)
    try {
      while (true) {
        if (reader.buffer.length > 0) yield reader.buffer.shift()!
        else if (this.error !== undefined) throw this.error
        else if (this.#closed) return
        else await new Promise<void>((resolve) => (reader.wake = resolve))
      }
    } finally {
      this.#readers.delete(reader)
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#stop()
    this.#wake()
    this.#listeners.clear()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** What a new reader begins with. */
  #past(): Array<Value> {
    const past = this.#unread ?? (this.latest === undefined ? [] : [this.latest])
    this.#unread = undefined
    return past
  }

  #next(value: Value): void {
    this.latest = value
    for (const buffer of [this.#unread, ...Array.from(this.#readers, (reader) => reader.buffer)]) {
      if (buffer === undefined || buffer.push(value) <= bufferSize) continue
      buffer.shift()
      this.dropped++
    }
    this.#wake()
    for (const listener of this.#listeners.keys()) listener(value)
  }

  #fail(error: FleetError): void {
    if (this.#closed) return
    this.error = error
    const reports = [...this.#listeners.values()]
    this.close()
    for (const report of reports) report?.(error)
  }

  #wake(): void {
    for (const reader of this.#readers) reader.wake?.()
  }
}

/** Makes a subscription that ends with `signal`. */
export const endedBy = <Value>(
  signal: AbortSignal | undefined,
  make: () => Subscription<Value>
): Subscription<Value> => {
  signal?.throwIfAborted()
  const subscription = make()
  signal?.addEventListener("abort", () => subscription.close(), { once: true })
  return subscription
}
