/** What is known of so many keys at most: beyond them, the one that was set longest ago makes room. */
export class RateLimitKeys<Value> {
  private readonly values = new Map<string, Value>()
  private readonly most: number

  /** A flood of keys costs some 30 MB without `most`, and no more. */
  constructor(most = 100_000) {
    this.most = most
  }

  get(key: string): Value | undefined {
    return this.values.get(key)
  }

  set(key: string, value: Value): void {
    this.values.delete(key)
    this.values.set(key, value)
    if (this.values.size > this.most) this.values.delete(this.oldest()![0])
  }

  /** Forgets what is over. Two at a time are looked at: called with every new key, it keeps up with them. */
  forget(isOver: (value: Value) => boolean): void {
    for (let left = 2; left > 0; left--) {
      const oldest = this.oldest()
      if (oldest === undefined || !isOver(oldest[1])) return
      this.values.delete(oldest[0])
    }
  }

  private oldest(): readonly [string, Value] | undefined {
    return this.values.entries().next().value
  }
}
