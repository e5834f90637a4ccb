/**
 * Items that wait to be written, oldest first and at most so many. Of those with the same key the newest stands for all;
 * it waits at the end, so that what changes all the time holds up nothing.
 */
export class WaitingItems<Item> {
  private readonly waiting = new Map<unknown, Item>()
  private readonly bound: number
  private readonly keyOf: ((item: Item) => string) | undefined
  private readonly ownerOf: ((item: Item) => string) | undefined

  constructor(options: {
    readonly bound: number
    readonly key?: (item: Item) => string
    readonly ownerOf?: (item: Item) => string
  }) {
    this.bound = options.bound
    this.keyOf = options.key
    this.ownerOf = options.ownerOf
  }

  get size(): number {
    return this.waiting.size
  }

  /** Answers whether there was room. */
  add(item: Item): boolean {
    // An item without a key is one of its own.
    const key = this.keyOf?.(item) ?? Symbol("item")
    const isKnown = this.waiting.delete(key)
    if (!isKnown && this.waiting.size >= this.bound) return false
    this.waiting.set(key, item)
    return true
  }

  take(atMost: number): ReadonlyArray<Item> {
    return this.takeWhere(() => true, atMost)
  }

  takeOf(owner: string, atMost: number): ReadonlyArray<Item> {
    return this.takeWhere((item) => this.ownerOf?.(item) === owner, atMost)
  }

  /** They were admitted once, so that the bound does not count. */
  giveBack(items: ReadonlyArray<Item>): void {
    const newer = new Map(this.waiting)
    this.waiting.clear()
    for (const item of items) {
      const key = this.keyOf?.(item) ?? Symbol("item")
      if (!newer.has(key)) this.waiting.set(key, item)
    }
    for (const [key, item] of newer) this.waiting.set(key, item)
  }

  private takeWhere(fits: (item: Item) => boolean, atMost: number): ReadonlyArray<Item> {
    const batch: Array<Item> = []
    for (const [key, item] of this.waiting) {
      if (batch.length >= atMost) break
      if (!fits(item)) continue
      this.waiting.delete(key)
      batch.push(item)
    }
    return batch
  }
}
