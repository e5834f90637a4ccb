import type { RobotId } from "@fleet/domain/Ids"

interface Hold {
  readonly holder: string
  /** When the holder last sent, in epoch milliseconds. */
  lastMs: number
  quietTimeoutMs: number
}

/** How long another must wait; null where the publisher is the caller's, `acquired` when it just became so. */
export type Acquisition = { readonly retryAfterMs: number } | { readonly acquired: boolean }

/** Who speaks through each publisher: the first to send holds it until it was quiet for long enough. */
export class PublisherHolds {
  private readonly holds = new Map<string, Hold>()

  take(robotId: RobotId, slug: string, holder: string, quietTimeoutMs: number, nowMs: number): Acquisition {
    const key = `${robotId}/${slug}`
    const hold = this.holds.get(key)
    const quietAtMs = hold === undefined ? 0 : hold.lastMs + hold.quietTimeoutMs
    const held = hold !== undefined && nowMs < quietAtMs
    if (held && hold.holder !== holder) return { retryAfterMs: quietAtMs - nowMs }
    if (held || hold?.holder === holder) {
      hold.lastMs = nowMs
      hold.quietTimeoutMs = quietTimeoutMs
      return { acquired: !held }
    }
    this.holds.set(key, { holder, lastMs: nowMs, quietTimeoutMs })
    return { acquired: true }
  }

  forget(robotId: RobotId): void {
    for (const key of this.holds.keys()) if (key.startsWith(robotId)) this.holds.delete(key)
  }
}
