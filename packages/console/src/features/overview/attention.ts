import type { FleetRobot } from "../../fleet/robotState.ts"
import { robotStates } from "../../fleet/robotState.ts"
import type { OrgAlert } from "@fleet/sdk"
import type { JobRun, ResourceHealth } from "@fleet/sdk"
import { byText } from "../../format/order.ts"

/** One thing that somebody should look at. */
export type Attention =
  | {
      readonly kind: "alert"
      readonly id: string
      readonly robot: FleetRobot
      readonly alert: OrgAlert
      readonly since: number | null
    }
  | { readonly kind: "refused"; readonly id: string; readonly robot: FleetRobot; readonly since: number | null }
  | {
      readonly kind: "job"
      readonly id: string
      readonly robot: FleetRobot
      readonly job: JobRun
      readonly since: number | null
    }
  | {
      readonly kind: "fault"
      readonly id: string
      readonly robot: FleetRobot
      readonly fault: ResourceHealth
      readonly since: number | null
    }

const moment = (text: string | null) => (text === null ? null : Date.parse(text))

const order = { alert: 0, job: 1, refused: 2, fault: 3 }

/** What needs attention, the most pressing first: errors before warnings, then the newest. */
export const attentionOf = (fleet: ReadonlyArray<FleetRobot>): ReadonlyArray<Attention> =>
  fleet
    .flatMap((robot): ReadonlyArray<Attention> => [
      ...robot.alerts.map((alert): Attention => ({
        kind: "alert",
        id: `alert-${alert.id}`,
        robot,
        alert,
        since: moment(alert.state_since)
      })),
      ...(robot.robot.protocol_status === "refused"
        ? [{ kind: "refused" as const, id: `refused-${robot.robot.id}`, robot, since: null }]
        : []),
      ...robot.jobs
        .filter((job) => job.state === "unknown")
        .map((job): Attention => ({ kind: "job", id: `job-${job.id}`, robot, job, since: moment(job.started_at) })),
      ...robot.faults.map((fault): Attention => ({
        kind: "fault",
        id: `fault-${robot.robot.id}-${fault.kind}-${fault.ref}-${fault.facet}`,
        robot,
        fault,
        since: fault.changed_at_ms
      }))
    ])
    .toSorted((a, b) => {
      const error = (item: Attention) => (item.kind === "alert" && item.alert.severity === "error" ? -1 : 0)
      return (
        error(a) - error(b) ||
        order[a.kind] - order[b.kind] ||
        (b.since ?? 0) - (a.since ?? 0) ||
        byText(a.robot.robot.name, b.robot.robot.name)
      )
    })

/** How many robots something needs attention of: what the sentence at the top counts. */
export const robotsNeeding = (items: ReadonlyArray<Attention>): number =>
  new Set(items.map((item) => item.robot.robot.id)).size

export const statesInOrder = robotStates
