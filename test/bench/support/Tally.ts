import { latencies } from "./Stats.ts"

/**
 * How what was offered ended: well, with an answer that says to come back, given up by whoever offered it, before it was sent
 * since there was no free connection to send it over, or otherwise.
 */
export type End = "good" | "refused" | "given_up" | "unsent" | "failed"

/** What was offered in a stretch of time, by kind: when each ended well, and how long after it was due. */
export class Tally<Kind extends string> {
  readonly ends: Record<End, number> = { good: 0, refused: 0, given_up: 0, unsent: 0, failed: 0 }
  private readonly good = new Map<Kind, { readonly atMs: Array<number>; readonly latencyMs: Array<number> }>()

  note(kind: Kind, end: End, dueMs: number, atMs: number): void {
    this.ends[end]++
    if (end !== "good") return
    const known = this.good.get(kind) ?? { atMs: [], latencyMs: [] }
    this.good.set(kind, known)
    known.atMs.push(atMs)
    known.latencyMs.push(atMs - dueMs)
  }

  /** How many of a kind ended well. */
  goodOf(kind: Kind): number {
    return this.good.get(kind)?.atMs.length ?? 0
  }

  /** The 99th percentile, in ms, of a kind or of all, of what ended well between two times. */
  p99(kind: Kind | null = null, fromMs = -Infinity, toMs = Infinity): number {
    const some: Array<number> = []
    for (const [name, { atMs, latencyMs }] of this.good) {
      if (kind !== null && name !== kind) continue
      for (const [index, at] of atMs.entries()) if (at >= fromMs && at < toMs) some.push(latencyMs[index]!)
    }
    return latencies(some).p99
  }
}
