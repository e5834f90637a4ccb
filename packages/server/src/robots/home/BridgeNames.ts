import type { Published } from "../config/PublishedConfigs.ts"

/** A bridge that does not say that it uses a new version is taken to do so after this. */
const longestApplyMs = 10_000

/**
 * Which published slugs a bridge means by what it says. What was on its way at a publish, or waited at the robot, has the
 * former names of slugs.
 */
export class BridgeNames {
  /** The version that the bridge applied last. Null before it reported one: it is taken to use what it was sent. */
  private confirmed: number | null = null
  /** Since when it was sent another. */
  private sinceMs: number | null = null

  /** Another bridge is there, or the same once more. */
  reset(): void {
    this.confirmed = null
    this.sinceMs = null
  }

  /** The bridge says that it uses a version. */
  applied(version: number): void {
    this.confirmed = version
    this.sinceMs = null
  }

  tick(nowMs: number, { version }: Published): void {
    if (this.confirmed === null || this.confirmed === version) return
    this.sinceMs ??= nowMs
    if (Math.abs(nowMs - this.sinceMs) >= longestApplyMs) this.reset()
  }

  /** The published slug that is meant, or an unknown name. */
  slugOf(name: string, { exposures, names, version }: Published): string {
    if (names === undefined) return name
    const now = this.confirmed === null ? undefined : names.get(this.confirmed)?.get(name)
    if (now !== undefined && this.confirmed !== version) return now
    if (exposures.get(name)?.slug === name) return name
    for (const [each, known] of names) {
      const later = each < version ? known.get(name) : undefined
      if (later !== undefined && exposures.get(later)?.slug === later) return later
    }
    return name
  }
}
