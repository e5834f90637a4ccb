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
    if (this.values.size > this.most) this.values.delete(this.values.keys().next().value!)
  }

  /** Forgets what is over. It may lie behind what is not: windows differ in length. */
  forget(isOver: (value: Value) => boolean): void {
    for (const [key, value] of this.values) if (isOver(value)) this.values.delete(key)
  }
}
