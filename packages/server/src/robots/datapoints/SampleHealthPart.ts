import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import type { Effect } from "effect"
import { moveNames, type SlugNames } from "../../access/slugNames.ts"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import type { HealthReports } from "../health/HealthReports.ts"
import { type Observation, reasonOf } from "../health/Observation.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"
import { ClockJudge } from "./ClockJudge.ts"

/** A datapoint whose frames could not be read is well again after so long without another. */
const recoveryMs = 10_000
/** The words for one and the same clock change at most this often. */
const rewordMs = 60_000

type Reported = Pick<Observation, "facet" | "kind" | "reason" | "ref" | "state">

/** Reports the health of a robot's datapoints and of its clock. */
export class SampleHealthPart implements RobotPart {
  readonly isVacant = true
  private readonly home: RobotHome
  private readonly reports: Pick<HealthReports["Service"], "flushOf" | "observe">
  private clock = new ClockJudge()
  /** The last report of the clock; undefined before the first. */
  private reported: { readonly reason: string | null; readonly atMs: number } | undefined
  /** Slugs of which frames could not be read: when the last, and the next that could. */
  private readonly unread = new Map<string, { readonly faultMs: number; readMs: number | null }>()

  constructor(home: RobotHome, reports: Pick<HealthReports["Service"], "flushOf" | "observe">) {
    this.home = home
    this.reports = reports
  }

  sample({ slug, timestampMs }: Sample, _datapoint: Datapoint, backfill: boolean, nowMs: number): void {
    if (this.unread.size > 0) {
      const unread = this.unread.get(slug)
      if (unread !== undefined) unread.readMs ??= nowMs
    }
    if (!backfill) this.clock.stamped(timestampMs, nowMs)
  }

  unreadable(slug: string, reason: string, nowMs: number): void {
    if (this.home.published.exposures.get(slug)?.kind !== "datapoint") return
    const isNew = !this.unread.has(slug)
    this.unread.set(slug, { faultMs: nowMs, readMs: null })
    if (isNew) this.report({ ...datapoint(slug), state: "failed", reason: reasonOf(reason) }, nowMs)
  }

  message(message: BridgeMessage, nowMs: number): boolean {
    if (message.type === "clock_state") {
      this.clock.reported(message.sim_time, message.offset_ms, nowMs)
      // Whether time is simulated is worth saying at once.
      if (this.reported !== undefined) this.reported = { ...this.reported, atMs: Number.NEGATIVE_INFINITY }
      return true
    }
    if (message.type !== "datapoint_state") return false
    const { error, slug, state } = message
    if (this.home.published.exposures.get(slug)?.kind !== "datapoint") return false
    if (state === "ok" && this.unread.has(slug)) return true
    const reason = state === "ok" || error === null ? null : (reasonOf(error.message) ?? error.code)
    this.report({ ...datapoint(slug), state, reason }, nowMs)
    return true
  }

  tick(nowMs: number): void {
    for (const [slug, { faultMs, readMs }] of this.unread) {
      if (readMs === null || nowMs - faultMs < recoveryMs) continue
      this.unread.delete(slug)
      this.report({ ...datapoint(slug), state: "ok", reason: null }, nowMs)
    }
    this.judge(nowMs)
  }

  /** Of all of the robot's resources, whichever part observed them. */
  flush(): Effect.Effect<void> {
    return this.reports.flushOf(this.home.robotId)
  }

  moveSlugs(names: SlugNames): void {
    moveNames(this.unread, names)
  }

  /** Another bridge may run at another computer. */
  attach(): void {
    this.clock = new ClockJudge()
    this.reported = undefined
    this.unread.clear()
  }

  private judge(nowMs: number): void {
    const isOff = this.clock.isOff(nowMs)
    if (isOff === null) return
    const { reported } = this
    const reason = isOff ? this.clock.reason : null
    if (reported?.reason === reason) return
    if (reported !== undefined && reported.reason !== null && isOff && Math.abs(nowMs - reported.atMs) < rewordMs)
      return
    this.reported = { reason, atMs: nowMs }
    this.report({ kind: "robot", ref: "clock", facet: "clock", state: isOff ? "failed" : "ok", reason }, nowMs)
  }

  private report(reported: Reported, observedAtMs: number): void {
    const { orgId, robotId } = this.home
    this.reports.observe({ orgId, robotId, ...reported, observedAtMs })
  }
}

const datapoint = (ref: string) => ({ kind: "datapoint", ref, facet: "source" }) as const
