/**
 * A cache of two generations, each with a capacity. When the recent one is full, or is aged, it becomes the older one, and
 * what was in that is dropped: what is asked for stays, and nothing is sorted.
 */
export class TwoGenerations<Key, Value> {
  private recent = new Map<Key, Value>()
  private older = new Map<Key, Value>()
  private readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get size(): number {
    return this.recent.size + this.older.size
  }

  get(key: Key): Value | undefined {
    return this.recent.get(key) ?? this.older.get(key)
  }

  /** The value, which is kept on for being asked for. */
  getUsed(key: Key): Value | undefined {
    const recent = this.recent.get(key)
    if (recent !== undefined) return recent
    const older = this.older.get(key)
    if (older !== undefined) this.use(key, older)
    return older
  }

  keys(): ReadonlyArray<Key> {
    return [...this.recent.keys(), ...this.older.keys()]
  }

  /** Keeps a value from now on, in place of one that is known. */
  keep(key: Key, value: Value): void {
    if (this.recent.has(key)) this.recent.set(key, value)
    else this.use(key, value)
  }

  /** Keeps a value that was asked for, unless there is a recent one. */
  use(key: Key, value: Value): void {
    if (this.recent.has(key)) return
    if (this.recent.size >= this.capacity) this.age()
    this.recent.set(key, value)
    this.older.delete(key)
  }

  delete(key: Key): void {
    this.recent.delete(key)
    this.older.delete(key)
  }

  /** Drops the values that are touched by a change. */
  drop(isTouched: (value: Value) => boolean): void {
    for (const values of [this.recent, this.older]) {
      for (const [key, value] of values) if (isTouched(value)) values.delete(key)
    }
  }

  clear(): void {
    this.recent.clear()
    this.older.clear()
  }

  /** Drops what was not kept or used since the last time. */
  age(): void {
    const dropped = this.older
    this.older = this.recent
    dropped.clear()
    this.recent = dropped
  }
}
