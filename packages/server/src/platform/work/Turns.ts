/** Whose turn it is, and what was known of its items when it came. */
export interface Turn {
  readonly orgId: string | null
  readonly seen: number
}

/**
 * Whose item of a queue is attempted next: organisations with due items take turns, so that one with many waits behind
 * its own. Null stands for items of no organisation.
 */
export class Turns {
  /** Each with a number that changes when an item of it is spoken of. */
  private readonly line = new Map<string | null, number>()
  private revision = 0
  private readonly underWay = new Map<string, number>()
  private readonly mostOfOrg: number
  private readMs = -Infinity

  /** `mostOfOrg`: items of one organisation that are under way here, at most. */
  constructor(mostOfOrg = Infinity) {
    this.mostOfOrg = mostOfOrg
  }

  /** How many are in the line or have items under way. */
  get size(): number {
    return this.line.size + this.underWay.size
  }

  /** Lets one have turns. */
  add(orgId: string | null): void {
    this.line.set(orgId, ++this.revision)
  }

  /** Lets those have turns who were found to have due items. */
  found(orgIds: ReadonlyArray<string | null>): void {
    for (const orgId of orgIds) this.add(orgId)
  }

  /**
   * Whether it is to be read who has due items, since others may have got some of which nobody spoke here: items of other
   * processes, and retries. Whoever is told so reads it.
   */
  isStale(nowMs: number, staleMs: number): boolean {
    if (this.line.size > 0 && Math.abs(nowMs - this.readMs) < staleMs) return false
    this.readMs = nowMs
    return true
  }

  /** Whose turn it is, which puts it behind the others; undefined where there is nobody whose share is not under way. */
  next(): Turn | undefined {
    for (const [orgId, seen] of this.line) {
      if (orgId !== null && (this.underWay.get(orgId) ?? 0) >= this.mostOfOrg) continue
      this.line.delete(orgId)
      this.line.set(orgId, seen)
      return { orgId, seen }
    }
    return undefined
  }

  /** An item is under way until the returned function is called. */
  begin(orgId: string | null): () => void {
    if (orgId === null) return () => undefined
    this.underWay.set(orgId, (this.underWay.get(orgId) ?? 0) + 1)
    return () => {
      const left = this.underWay.get(orgId)! - 1
      if (left > 0) this.underWay.set(orgId, left)
      else this.underWay.delete(orgId)
    }
  }

  /** Was found to have no due item at its turn, unless one was spoken of since. */
  drop({ orgId, seen }: Turn): void {
    if (this.line.get(orgId) === seen) this.line.delete(orgId)
  }
}
