/** Tokens of each of the two generations. When the recent one is full it becomes the older one, which is dropped. */
const capacity = 5_000

/**
 * The claims of tokens by their exact text, so that a signature that was verified is not verified again with each request.
 * Only what is signed is kept here, so nobody else can fill it. Whoever asks compares audience and expiry each time.
 */
export class VerifiedTokens<Claims> {
  private recent = new Map<string, Claims>()
  private older = new Map<string, Claims>()

  get size(): number {
    return this.recent.size + this.older.size
  }

  get(token: string): Claims | undefined {
    return this.recent.get(token) ?? this.older.get(token)
  }

  keep(token: string, claims: Claims): void {
    if (this.recent.has(token)) return
    if (this.recent.size >= capacity) this.age()
    this.recent.set(token, claims)
    this.older.delete(token)
  }

  delete(token: string): void {
    this.recent.delete(token)
    this.older.delete(token)
  }

  /** Drops what was not asked for since the last time. */
  age(): void {
    this.older = this.recent
    this.recent = new Map()
  }
}
