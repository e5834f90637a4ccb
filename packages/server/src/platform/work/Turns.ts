/**
 * Whose item of a queue is attempted next: organisations with due items take turns, so that one with many waits behind
 * its own. Null stands for items of no organisation.
 */
export class Turns {
  private readonly line = new Set<string | null>()
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
    this.line.add(orgId)
  }

  /** Lets those have turns who were found to have due items. */
  found(orgIds: ReadonlyArray<string | null>, nowMs: number): void {
    this.readMs = nowMs
    for (const orgId of orgIds) this.add(orgId)
  }

  /** Whether others may have got due items of which nobody spoke here: items of other processes, and retries. */
  isStale(nowMs: number, staleMs: number): boolean {
    return this.line.size === 0 || Math.abs(nowMs - this.readMs) >= staleMs
  }

  /** Whose turn it is, which puts it behind the others; undefined where there is nobody whose share is not under way. */
  next(): string | null | undefined {
    for (const orgId of this.line) {
      if (orgId !== null && (this.underWay.get(orgId) ?? 0) >= this.mostOfOrg) continue
      this.line.delete(orgId)
      this.line.add(orgId)
      return orgId
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

  /** Has no due item any more. */
  drop(orgId: string | null): void {
    this.line.delete(orgId)
  }
}
