import type { RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import type { Minute } from "./LatencyStore.ts"
import type { RunningMinute } from "./RunningMinute.ts"
import type { UnwrittenMinutes } from "./UnwrittenMinutes.ts"

interface Measured {
  min: number
  max: number
  sum: number
  samples: number
}

/** Where minutes that are over go. */
interface Writing {
  readonly queue: Pick<UnwrittenMinutes, "add">
  /** Writes what waits of a robot. */
  readonly flushOf: (robotId: RobotId) => Effect.Effect<void>
}

/** What the minute that runs now has seen of one robot. */
export class LatencyPart implements RobotPart {
  private measured: Measured | null = null
  /** Milliseconds online in this minute, the stretch that still lasts apart. */
  private onlineMs = 0
  private onlineSinceMs: number | null = null
  private readonly home: Pick<RobotHome, "robotId">
  private readonly minute: RunningMinute
  private readonly nowMs: () => number
  private readonly writing: Writing

  constructor(home: Pick<RobotHome, "robotId">, minute: RunningMinute, nowMs: () => number, writing: Writing) {
    this.home = home
    this.minute = minute
    this.nowMs = nowMs
    this.writing = writing
  }

  /** Writes what the minute has seen until now, too: what comes later in it is added. */
  flush(): Effect.Effect<void> {
    return Effect.suspend(() => {
      const minute = this.take(this.nowMs())
      if (minute !== null) this.writing.queue.add([minute])
      return this.writing.flushOf(this.home.robotId)
    })
  }

  get isVacant(): boolean {
    return this.measured === null && this.onlineMs === 0
  }

  pong(latencyMs: number): void {
    const { measured } = this
    if (measured === null) {
      this.measured = { min: latencyMs, max: latencyMs, sum: latencyMs, samples: 1 }
      return
    }
    measured.min = Math.min(measured.min, latencyMs)
    measured.max = Math.max(measured.max, latencyMs)
    measured.sum += latencyMs
    measured.samples++
  }

  attach(): void {
    this.onlineSinceMs ??= this.nowMs()
  }

  detach(nowMs: number): void {
    if (this.onlineSinceMs === null) return
    this.credit(Math.min(nowMs, this.minute.endMs) - Math.max(this.onlineSinceMs, this.minute.startMs))
    this.onlineSinceMs = null
  }

  forget(): void {
    this.measured = null
    this.onlineMs = 0
    this.onlineSinceMs = null
  }

  /** What the running minute, which ends now, saw of the robot; null for nothing. */
  take(nowMs: number): Minute | null {
    const { startMs } = this.minute
    const endMs = Math.min(nowMs, this.minute.endMs)
    if (this.onlineSinceMs !== null) {
      this.credit(endMs - Math.max(this.onlineSinceMs, startMs))
      this.onlineSinceMs = Math.min(nowMs, Math.max(this.onlineSinceMs, endMs))
    }
    if (this.isVacant) return null
    const { measured } = this
    const minute = {
      robotId: this.home.robotId,
      at: new Date(startMs),
      min: measured?.min ?? null,
      max: measured?.max ?? null,
      sum: measured?.sum ?? 0,
      samples: measured?.samples ?? 0,
      onlineMs: Math.round(this.onlineMs)
    }
    this.measured = null
    this.onlineMs = 0
    return minute
  }

  private credit(ms: number): void {
    if (ms > 0) this.onlineMs += ms
  }
}
