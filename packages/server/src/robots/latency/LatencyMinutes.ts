import type { RobotId } from "@fleet/domain/Ids"
import type { Minute } from "./LatencyStore.ts"

const minuteMs = 60_000

interface Measured {
  min: number
  max: number
  sum: number
  samples: number
}

/** What the minute that runs now has seen of every robot. Times are Unix epoch milliseconds. */
export class LatencyMinutes {
  private readonly measuredOf = new Map<RobotId, Measured>()
  /** Milliseconds online in this minute, the stretch that still lasts apart. */
  private readonly onlineMs = new Map<RobotId, number>()
  private readonly onlineSince = new Map<RobotId, number>()
  private startMs: number

  constructor(nowMs: number) {
    this.startMs = nowMs - (nowMs % minuteMs)
  }

  measured(robotId: RobotId, latencyMs: number): void {
    const known = this.measuredOf.get(robotId)
    if (known === undefined) {
      this.measuredOf.set(robotId, { min: latencyMs, max: latencyMs, sum: latencyMs, samples: 1 })
      return
    }
    known.min = Math.min(known.min, latencyMs)
    known.max = Math.max(known.max, latencyMs)
    known.sum += latencyMs
    known.samples++
  }

  online(robotId: RobotId, nowMs: number): void {
    if (!this.onlineSince.has(robotId)) this.onlineSince.set(robotId, nowMs)
  }

  offline(robotId: RobotId, nowMs: number): void {
    const since = this.onlineSince.get(robotId)
    if (since === undefined) return
    this.onlineSince.delete(robotId)
    this.credit(robotId, Math.min(nowMs, this.startMs + minuteMs) - Math.max(since, this.startMs))
  }

  /** Whether the minute is over, or was left by a clock that was set back. */
  isOver(nowMs: number): boolean {
    return nowMs >= this.startMs + minuteMs || nowMs < this.startMs
  }

  /** Ends the minute, or what there is of it, and begins anew. */
  take(nowMs: number): ReadonlyArray<Minute> {
    const end = Math.min(nowMs, this.startMs + minuteMs)
    for (const [robotId, since] of this.onlineSince) {
      this.credit(robotId, end - Math.max(since, this.startMs))
      this.onlineSince.set(robotId, Math.min(nowMs, Math.max(since, end)))
    }
    const at = new Date(this.startMs)
    const minutes = [...new Set([...this.measuredOf.keys(), ...this.onlineMs.keys()])].map((robotId) => {
      const measured = this.measuredOf.get(robotId)
      return {
        robotId,
        at,
        min: measured?.min ?? null,
        max: measured?.max ?? null,
        sum: measured?.sum ?? 0,
        samples: measured?.samples ?? 0,
        onlineMs: Math.round(this.onlineMs.get(robotId) ?? 0)
      }
    })
    this.measuredOf.clear()
    this.onlineMs.clear()
    // A process that slept through minutes was not there to see anybody online.
    this.startMs = nowMs - (nowMs % minuteMs)
    return minutes
  }

  private credit(robotId: RobotId, ms: number): void {
    if (ms > 0) this.onlineMs.set(robotId, (this.onlineMs.get(robotId) ?? 0) + ms)
  }
}
