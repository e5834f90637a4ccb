/** The org whose item is next, and the revision of its items at that moment. */
export interface OrgShare {
  readonly orgId: string | null
  readonly seen: number
}

/**
 * Shares a queue between the organisations with due items: each is attempted in turn, so that an org with many items
 * delays only itself. Null stands for items without an org.
 */
export class OrgShares {
  /** The orgs in their order, each with the revision at which an item of it was added last. */
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

  /** An org has an item that may be due. */
  add(orgId: string | null): void {
    this.line.set(orgId, ++this.revision)
  }

  /** These orgs were read to have due items. */
  found(orgIds: ReadonlyArray<string | null>): void {
    for (const orgId of orgIds) this.add(orgId)
  }

  /**
   * Whether the orgs with due items are to be read: other processes and retries add items without `add`. A caller that
   * gets true reads them.
   */
  isStale(nowMs: number, staleMs: number): boolean {
    if (this.line.size > 0 && Math.abs(nowMs - this.readMs) < staleMs) return false
    this.readMs = nowMs
    return true
  }

  /** The next org, which moves behind the others; undefined where each org has its most under way. */
  next(): OrgShare | undefined {
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

  /** The org had no due item when it was next; one that was added since keeps its place. */
  drop({ orgId, seen }: OrgShare): void {
    if (this.line.get(orgId) === seen) this.line.delete(orgId)
  }
}
