/** Values by key, for at most `maxKeys` keys: beyond them the one that was set longest ago is dropped. */
export class RateLimitKeys<Value> {
  private readonly values = new Map<string, Value>()
  private readonly maxKeys: number

  /** A flood of keys costs some 30 MB with the default, and no more. */
  constructor(maxKeys = 100_000) {
    this.maxKeys = maxKeys
  }

  get(key: string): Value | undefined {
    return this.values.get(key)
  }

  set(key: string, value: Value): void {
    this.values.delete(key)
    this.values.set(key, value)
    if (this.values.size > this.maxKeys) this.values.delete(this.values.keys().next().value!)
  }

  /** Drops expired values. They are not in order: windows differ in length. */
  forget(isOver: (value: Value) => boolean): void {
    for (const [key, value] of this.values) if (isOver(value)) this.values.delete(key)
  }
}
