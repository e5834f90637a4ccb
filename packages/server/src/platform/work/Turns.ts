/**
 * Whose item of a queue is attempted next: organisations with due items take turns, so that one with many waits behind
 * its own. Null stands for items of no organisation.
 */
export class Turns {
  private readonly line = new Set<string | null>()
  private readMs = -Infinity

  /** How many are in the line. */
  get size(): number {
    return this.line.size
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

  /** Whose turn it is, which puts it behind the others; undefined where there is nobody. */
  next(): string | null | undefined {
    for (const orgId of this.line) {
      this.line.delete(orgId)
      this.line.add(orgId)
      return orgId
    }
    return undefined
  }

  /** Has no due item any more. */
  drop(orgId: string | null): void {
    this.line.delete(orgId)
  }
}
