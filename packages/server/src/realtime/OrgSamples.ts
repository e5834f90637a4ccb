import type { RobotId } from "@fleet/domain/Ids"
import type { Bus } from "../platform/bus/Bus.ts"
import type { RobotEvent, Sample } from "../platform/bus/RobotEvents.ts"

/**
 * The samples of an org's robots: the first of each slug in each second. Robots are followed on the bus, so that an org
 * whose activity nobody looks at costs ingest nothing.
 */
export class OrgSamples {
  private readonly robots = new Map<RobotId, () => void>()
  /** Robots that were deleted while the org's were looked up, which may still find them; null once that is done. */
  private gone: Set<RobotId> | null = new Set()
  private readonly bus: Bus["Service"]
  private readonly nowMs: () => number
  private readonly tell: (sample: Sample) => void

  constructor(bus: Bus["Service"], nowMs: () => number, tell: (sample: Sample) => void) {
    this.bus = bus
    this.nowMs = nowMs
    this.tell = tell
  }

  /** Robots that are followed now. */
  get size(): number {
    return this.robots.size
  }

  /** What was found of the org's robots. */
  followAll(robotIds: ReadonlyArray<RobotId>): void {
    for (const robotId of robotIds) this.follow(robotId)
    this.gone = null
  }

  follow(robotId: RobotId): void {
    if (this.robots.has(robotId) || this.gone?.has(robotId)) return
    let second = -1
    /** The slugs of this second. */
    let told = new Set<string>()
    const onEvent = (event: RobotEvent) => {
      if (event.type !== "sample") return
      const now = Math.floor(this.nowMs() / 1_000)
      if (now !== second) {
        second = now
        told = new Set()
      }
      if (told.has(event.slug)) return
      told.add(event.slug)
      this.tell(event)
    }
    this.robots.set(robotId, this.bus.followUnsafe(robotId, onEvent))
  }

  /** For a robot that is deleted. */
  leave(robotId: RobotId): void {
    this.gone?.add(robotId)
    this.robots.get(robotId)?.()
    this.robots.delete(robotId)
  }

  stop(): void {
    for (const leave of this.robots.values()) leave()
    this.robots.clear()
  }
}
