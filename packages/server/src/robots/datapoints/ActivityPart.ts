import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import { DateTime } from "effect"
import type { Bus } from "../../platform/bus/Bus.ts"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"

const maxDetailBytes = 4096

/** The detail of a sample's event; a value that is too large is not parsed. */
const detailOf = (json: string, timestampMs: number): unknown => {
  const text = `{"value":${json},"timestamp_ms":${timestampMs}}`
  const bytes = Buffer.byteLength(text)
  return bytes > maxDetailBytes ? { omitted: "too_large", bytes } : JSON.parse(text)
}

/** Publishes the first live sample of each slug in each second as org activity, while a console follows the org. */
export class ActivityPart implements RobotPart {
  readonly isVacant = true
  private readonly home: RobotHome
  private readonly bus: Bus["Service"]
  private readonly nowMs: () => number
  private second = -1
  /** Slugs published in this second. */
  private readonly published = new Set<string>()

  constructor(home: RobotHome, bus: Bus["Service"], nowMs: () => number) {
    this.home = home
    this.bus = bus
    this.nowMs = nowMs
  }

  /** Slugs that are kept for now. */
  get size(): number {
    return this.published.size
  }

  sample({ json, slug, timestampMs }: Sample, _datapoint: Datapoint, backfill: boolean): void {
    const { bus, home } = this
    if (backfill || !bus.isFollowed(home.orgId, "activity")) return
    const nowMs = this.nowMs()
    this.tick(nowMs)
    if (this.published.has(slug)) return
    this.published.add(slug)
    bus.publishOrg(home.orgId, {
      type: "activity",
      event: {
        at: DateTime.makeUnsafe(nowMs),
        kind: "datapoint",
        severity: "info",
        robot_id: home.robotId,
        subject: slug,
        // Built when it is read: listeners drop what exceeds the org's limit unread.
        get detail() {
          return detailOf(json, timestampMs)
        }
      }
    })
  }

  tick(nowMs: number): void {
    const second = Math.floor(nowMs / 1_000)
    if (second === this.second) return
    this.second = second
    this.published.clear()
  }
}
