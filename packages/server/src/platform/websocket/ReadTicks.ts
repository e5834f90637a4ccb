/** So many of those that wait read in one turn. */
const atOnce = 4

/** A reader that goes on when it is called. */
export interface Reader {
  readonly readNext: () => void
}

/**
 * Turns of connections that have more to read than fits into one read. Left alone libuv reads two megabytes of such a
 * connection before it looks at another: of samples these are 20,000. Here each reads once, and then some in every turn of
 * the event loop, in the order they came; the others wait, and so does the peer, whose window is full.
 */
export class ReadTicks {
  private waiting: Array<Reader> = []
  private readonly atEndOfTick: (call: () => void) => void

  constructor(atEndOfTick: (call: () => void) => void = (call) => void setImmediate(call)) {
    this.atEndOfTick = atEndOfTick
  }

  wait(reader: Reader): void {
    if (this.waiting.push(reader) === 1) this.atEndOfTick(this.ended)
  }

  private readonly ended = (): void => {
    const next = this.waiting
    this.waiting = next.splice(atOnce)
    if (this.waiting.length > 0) this.atEndOfTick(this.ended)
    for (const reader of next) reader.readNext()
  }
}
