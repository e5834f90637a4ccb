import { type LiveSample, Slot } from "./Slot.ts"

/** Where samples come from: the SDK, or a test. */
export interface SampleSource {
  /** Begins a subscription. Answers how to end it. `fail` ends it too. */
  readonly subscribe: (
    robotId: string,
    slug: string,
    sink: {
      readonly next: (sample: LiveSample) => void
      /** `isFull`: the socket carries as many subscriptions as it may. */
      readonly fail: (error: unknown, isFull: boolean) => void
    }
  ) => () => void
}

export interface SlotsOptions {
  readonly source: SampleSource
  /** Now in milliseconds, by the service's clock. */
  readonly now: () => number
  /** How long a subscription outlives its last reader, in milliseconds. */
  readonly lingerMs?: number
}

interface Entry {
  readonly slot: Slot
  readers: number
  /** Those that keep the slot and its value without a subscription. */
  holders: number
  leave: (() => void) | undefined
  linger: ReturnType<typeof setTimeout> | undefined
}

const once = (run: () => void): (() => void) => {
  let done = false
  return () => {
    if (done) return
    done = true
    run()
  }
}

const keyOf = (robotId: string, slug: string) => `${robotId} ${slug}`

/**
 * One slot for each datapoint that something shows, each subscribed once whatever the number of its readers. Values never
 * pass through React: readers look at the slot, or listen to its samples.
 */
export class Slots {
  readonly #options: SlotsOptions
  readonly #entries = new Map<string, Entry>()

  constructor(options: SlotsOptions) {
    this.#options = options
  }

  /** How many subscriptions are open. */
  get size(): number {
    let open = 0
    for (const { leave } of this.#entries.values()) if (leave !== undefined) open += 1
    return open
  }

  /** The slot of a datapoint without reading it: its last value stays for as long as somebody reads it, and 2 s more. */
  peek(robotId: string, slug: string): Slot | undefined {
    return this.#entries.get(keyOf(robotId, slug))?.slot
  }

  /** Keeps the slot of a datapoint and its value until `release`, whether or not somebody reads it. */
  hold(robotId: string, slug: string): { readonly slot: Slot; readonly release: () => void } {
    const entry = this.#entryOf(robotId, slug)
    entry.holders += 1
    return {
      slot: entry.slot,
      release: once(() => {
        entry.holders -= 1
        this.#rest(entry)
      })
    }
  }

  /** Reads a datapoint until `release`. */
  read(robotId: string, slug: string): { readonly slot: Slot; readonly release: () => void } {
    const entry = this.#entryOf(robotId, slug)
    clearTimeout(entry.linger)
    entry.readers += 1
    entry.slot.seenMs = this.#options.now()
    if (entry.leave === undefined && entry.slot.state !== "given-back") this.#subscribe(entry)
    return {
      slot: entry.slot,
      release: once(() => {
        entry.readers -= 1
        this.#rest(entry)
      })
    }
  }

  /** Says that a reader has the slot on its screen, until the answer is called. A slot that was given back is subscribed again. */
  watch(slot: Slot): () => void {
    slot.watched += 1
    slot.seenMs = this.#options.now()
    if (slot.state === "given-back") this.renew(slot)
    return once(() => {
      slot.watched -= 1
      slot.seenMs = this.#options.now()
    })
  }

  /** Subscribes again what was given back or refused. */
  renew(slot: Slot): void {
    const entry = this.#entries.get(keyOf(slot.robotId, slot.slug))
    if (entry === undefined || entry.slot !== slot || entry.leave !== undefined || entry.readers === 0) return
    slot.seenMs = this.#options.now()
    this.#subscribe(entry)
  }

  /** Subscribes again whatever was refused: somebody has signed in again. */
  renewAll(): void {
    for (const { slot } of this.#entries.values()) if (slot.state === "refused") this.renew(slot)
  }

  /** The link was lost or came back: values are old until they are sent again. */
  interrupt(): void {
    for (const { slot } of this.#entries.values()) {
      slot.interrupt()
      slot.isCut = true
    }
  }

  /** The robot went offline, or came back: what is shown of it is old until it sends again. */
  interruptRobot(robotId: string): void {
    for (const { slot } of this.#entries.values()) {
      if (slot.robotId !== robotId) continue
      slot.interrupt()
      slot.isCut = true
    }
  }

  /** Ends every subscription and forgets every value: somebody else may sign in next. */
  clear(): void {
    for (const entry of this.#entries.values()) this.#forget(entry)
  }

  #entryOf(robotId: string, slug: string): Entry {
    const key = keyOf(robotId, slug)
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const entry = { slot: new Slot(robotId, slug), readers: 0, holders: 0, leave: undefined, linger: undefined }
    this.#entries.set(key, entry)
    return entry
  }

  #rest(entry: Entry): void {
    if (entry.readers > 0) return
    clearTimeout(entry.linger)
    entry.linger = setTimeout(() => {
      this.#unsubscribe(entry)
      entry.slot.become("idle")
      if (entry.holders === 0) this.#forget(entry)
    }, this.#options.lingerMs ?? 2000)
  }

  #forget(entry: Entry): void {
    clearTimeout(entry.linger)
    this.#unsubscribe(entry)
    const key = keyOf(entry.slot.robotId, entry.slot.slug)
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
    entry.slot.become("idle")
  }

  #unsubscribe(entry: Entry): void {
    const { leave } = entry
    entry.leave = undefined
    leave?.()
  }

  #subscribe(entry: Entry): void {
    const { slot } = entry
    slot.interrupt()
    slot.isCut = !Number.isNaN(slot.atMs)
    slot.become(Number.isNaN(slot.atMs) ? "waiting" : "live")
    let isOver = false
    const stop = this.#options.source.subscribe(slot.robotId, slot.slug, {
      next: (sample) => {
        if (!isOver) slot.take(sample, this.#options.now())
      },
      fail: (error, isFull) => {
        if (isOver) return
        isOver = true
        entry.leave = undefined
        if (isFull) this.#makeRoom(entry)
        else slot.become("refused", error)
      }
    })
    // A source may fail at once.
    if (!isOver)
      entry.leave = () => {
        isOver = true
        stop()
      }
  }

  /** The socket takes no more: what was seen least recently is given back for what is seen now, if there is such. */
  #makeRoom(wanting: Entry): void {
    let least: Entry | undefined
    for (const entry of this.#entries.values()) {
      if (entry === wanting || entry.leave === undefined || entry.slot.watched > 0) continue
      if (least === undefined || entry.slot.seenMs < least.slot.seenMs) least = entry
    }
    const isOlder = least !== undefined && (wanting.slot.watched > 0 || least.slot.seenMs < wanting.slot.seenMs)
    if (least === undefined || !isOlder) return wanting.slot.become("given-back")
    this.#unsubscribe(least)
    least.slot.become("given-back")
    this.#subscribe(wanting)
  }
}
