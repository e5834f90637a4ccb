import type { RobotId } from "@fleet/domain/Ids"

interface Hold {
  readonly holder: string
  /** When the holder last sent, in epoch milliseconds. */
  readonly lastMs: number
  readonly quietTimeoutMs: number
}

/** How long another must wait, or whether the publisher passed to the caller from nobody or from somebody else. */
export type Acquisition = { readonly retryAfterMs: number } | { readonly acquired: boolean }

/** Who speaks through each publisher: the first to send holds it until it was quiet for long enough. */
export class PublisherHolds {
  private readonly holds = new Map<string, Hold>()

  take(robotId: RobotId, slug: string, holder: string, quietTimeoutMs: number, nowMs: number): Acquisition {
    const key = `${robotId}/${slug}`
    const hold = this.holds.get(key)
    const quietAtMs = hold === undefined ? 0 : hold.lastMs + hold.quietTimeoutMs
    const acquired = hold?.holder !== holder
    if (acquired && nowMs < quietAtMs) return { retryAfterMs: quietAtMs - nowMs }
    this.holds.set(key, { holder, lastMs: nowMs, quietTimeoutMs })
    return { acquired }
  }

  forget(robotId: RobotId): void {
    for (const key of this.holds.keys()) if (key.startsWith(robotId)) this.holds.delete(key)
  }
}
