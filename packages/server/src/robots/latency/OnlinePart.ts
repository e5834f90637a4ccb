import { Clock, Effect, Layer } from "effect"
import { UsageCounters } from "../../plans/UsageCounters.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import type { RobotPart } from "../home/RobotPart.ts"

type Counters = Pick<UsageCounters["Service"], "addSpan">

/** How long one robot is online, from `hello_ok` to the end of its bridge's socket, as use of its org. */
export class OnlinePart implements RobotPart {
  /** Until when its time is counted; null while it is offline. */
  private countedMs: number | null = null
  private readonly home: Pick<RobotHome, "orgId">
  private readonly counters: Counters
  private readonly nowMs: () => number

  constructor(home: Pick<RobotHome, "orgId">, counters: Counters, nowMs: () => number) {
    this.home = home
    this.counters = counters
    this.nowMs = nowMs
  }

  get isVacant(): boolean {
    return this.countedMs === null
  }

  /** A bridge that takes over goes on with the time of the one before. */
  attach(): void {
    this.countedMs ??= this.nowMs()
  }

  detach(nowMs: number): void {
    this.count(nowMs)
    this.countedMs = null
  }

  forget(): void {
    this.detach(this.nowMs())
  }

  /** Counts what has passed since it was last called. */
  count(nowMs: number): void {
    if (this.countedMs === null) return
    this.counters.addSpan(this.home.orgId, null, "robot_online_ms", this.countedMs, nowMs)
    this.countedMs = nowMs
  }
}

/** Counts the time online of the robots whose bridges this process holds. */
export const OnlineTime = Layer.effectDiscard(
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const counters = yield* UsageCounters
    const homes = yield* RobotHomes
    const now = () => clock.currentTimeMillisUnsafe()
    const parts = yield* homes.register({ open: (home) => new OnlinePart(home, counters, now) })
    yield* counters.beforeFlush(() => {
      const nowMs = now()
      for (const part of parts.all()) part.count(nowMs)
    })
  })
)
