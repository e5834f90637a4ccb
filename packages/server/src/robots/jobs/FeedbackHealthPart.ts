import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { Effect } from "effect"
import { moveNames, type SlugNames } from "../../access/slugNames.ts"
import type { Published } from "../config/PublishedConfigs.ts"
import type { HealthReports } from "../health/HealthReports.ts"
import type { RobotHome } from "../home/RobotHome.ts"
import type { RobotPart } from "../home/RobotPart.ts"

/** Reports which actions of a robot have feedback that is too large to be sent. */
export class FeedbackHealthPart implements RobotPart {
  readonly isVacant = true
  private readonly home: RobotHome
  private readonly reports: Pick<HealthReports["Service"], "flushOf" | "observe">
  /** Actions whose last feedback was left out, with its bytes and the most there may be. */
  private readonly omitted = new Map<string, { readonly bytes: number; readonly limit: number }>()
  /** The last reason reported since the bridge came; null where all is well. */
  private reported: string | null | undefined

  constructor(home: RobotHome, reports: Pick<HealthReports["Service"], "flushOf" | "observe">) {
    this.home = home
    this.reports = reports
  }

  message(message: BridgeMessage, nowMs: number): boolean {
    if (message.type !== "job_update") return false
    const { feedback, feedback_omitted, slug } = message
    if (feedback_omitted === undefined) {
      if (feedback === null) return false
      this.omitted.delete(slug)
    } else if (this.home.published.exposures.get(slug)?.kind === "action") this.omitted.set(slug, feedback_omitted)
    else return false
    this.report(nowMs)
    return false
  }

  /** An action that is published no more has no feedback to lose. */
  config({ exposures }: Published): void {
    for (const slug of this.omitted.keys()) if (exposures.get(slug)?.kind !== "action") this.omitted.delete(slug)
  }

  /** What `config` took away is told with the time of a tick. */
  tick(nowMs: number): void {
    if (this.reported !== undefined && this.reported !== null && this.omitted.size === 0) this.report(nowMs)
  }

  flush(): Effect.Effect<void> {
    return this.reports.flushOf(this.home.robotId)
  }

  moveSlugs(names: SlugNames): void {
    moveNames(this.omitted, names)
  }

  attach(): void {
    this.omitted.clear()
    this.reported = undefined
  }

  private report(nowMs: number): void {
    const [first] = this.omitted
    const reason = first === undefined ? null : reasonFor(...first)
    if (reason === this.reported) return
    this.reported = reason
    const { orgId, robotId } = this.home
    const state = reason === null ? "ok" : "failed"
    const resource = { kind: "robot", ref: "feedback", facet: "source" } as const
    this.reports.observe({ orgId, robotId, ...resource, state, reason, observedAtMs: nowMs })
  }
}

/** To the hundred kilobytes, so that feedback of almost the same size is no news. */
const reasonFor = (slug: string, { bytes, limit }: { readonly bytes: number; readonly limit: number }): string => {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return `Feedback of ${slug} was left out: a report on the job would have ${size}, and at most ${limit} bytes are sent.`
}
