import type { OrgAlert, ResourceHealth, RobotListItem } from "@fleet/sdk"
import type { JobRun } from "@fleet/sdk"

/** What a robot is, in the order in which it asks for attention. */
export type RobotStateKind = "firing" | "refused" | "unknown" | "failing" | "offline" | "awaiting" | "busy" | "online"

/** A robot with everything that decides its state. */
export interface FleetRobot {
  readonly robot: RobotListItem
  readonly state: RobotStateKind
  /** Alerts that fire, the most severe first. */
  readonly alerts: ReadonlyArray<OrgAlert>
  /** Jobs that run or whose state is unknown. */
  readonly jobs: ReadonlyArray<JobRun>
  readonly faults: ReadonlyArray<ResourceHealth>
}

const stateOf = ({ alerts, faults, jobs, robot }: Omit<FleetRobot, "state">): RobotStateKind => {
  if (alerts.length > 0) return "firing"
  if (robot.protocol_status === "refused") return "refused"
  if (jobs.some((job) => job.state === "unknown")) return "unknown"
  if (robot.bridge_state.online) return faults.length > 0 ? "failing" : jobs.length > 0 ? "busy" : "online"
  return robot.protocol_version === null ? "awaiting" : "offline"
}

const byRobot = <Item extends { readonly robot_id: string | null }>(items: ReadonlyArray<Item>) => {
  const found = new Map<string, Array<Item>>()
  for (const item of items) {
    if (item.robot_id === null) continue
    const known = found.get(item.robot_id)
    if (known === undefined) found.set(item.robot_id, [item])
    else known.push(item)
  }
  return found
}

const healthy = new Set<ResourceHealth["state"]>(["ok", "unknown", "stopped_by_config_change"])

/** What the service's lists say of the fleet. */
export interface FleetLists {
  readonly robots: ReadonlyArray<RobotListItem>
  readonly alerts: ReadonlyArray<OrgAlert>
  readonly jobs: ReadonlyArray<JobRun>
  readonly health: ReadonlyArray<ResourceHealth>
}

/**
 * The fleet as the lists say it. Whatever the console counts is counted from this alone, so that no two numbers on a
 * page disagree.
 */
export const fleetOf = ({ alerts, health, jobs, robots }: FleetLists): ReadonlyArray<FleetRobot> => {
  const alertsOf = byRobot(alerts.filter((alert) => alert.state === "firing"))
  const jobsOf = byRobot(jobs.filter((job) => job.state === "running" || job.state === "unknown"))
  // What an unreachable robot reported last may be mended by now: it counts again when the robot is back.
  const reachable = new Set(robots.filter((robot) => robot.bridge_state.online).map((robot) => robot.id))
  const faultsOf = byRobot(
    health.filter((resource) => !healthy.has(resource.state) && reachable.has(resource.robot_id ?? ""))
  )
  return robots.map((robot) => {
    const parts = {
      robot,
      alerts: (alertsOf.get(robot.id) ?? []).toSorted((a, b) => a.severity.localeCompare(b.severity)),
      jobs: jobsOf.get(robot.id) ?? [],
      faults: faultsOf.get(robot.id) ?? []
    }
    return { ...parts, state: stateOf(parts) }
  })
}

export const robotStates = [
  "firing",
  "refused",
  "unknown",
  "failing",
  "offline",
  "awaiting",
  "busy",
  "online"
] as const satisfies ReadonlyArray<RobotStateKind>

/** The states of robots that somebody should look at. */
export const needsAttention: ReadonlySet<RobotStateKind> = new Set(["firing", "refused", "unknown", "failing"])

/** How many robots are in each state; the sum is the number of robots. */
export const countStates = (fleet: ReadonlyArray<FleetRobot>): Readonly<Record<RobotStateKind, number>> => {
  const counts = { firing: 0, refused: 0, unknown: 0, failing: 0, offline: 0, awaiting: 0, busy: 0, online: 0 }
  for (const { state } of fleet) counts[state] += 1
  return counts
}

/** The jobs of a fleet that have not ended: those that run, and those of which nobody knows. */
export const countOpenJobs = (
  fleet: ReadonlyArray<FleetRobot>
): { readonly running: number; readonly unknown: number } => {
  const counts = { running: 0, unknown: 0 }
  for (const { jobs } of fleet) for (const { state } of jobs) counts[state === "unknown" ? "unknown" : "running"] += 1
  return counts
}

/** Robots that are offline since their bridge went, and were there once. */
export const isReachable = (fleetRobot: FleetRobot): boolean => fleetRobot.robot.bridge_state.online

/** Whether the draft was changed after what is published, or nothing is published yet. */
export const isDraftAhead = ({
  draft_updated_at,
  published_at
}: Pick<RobotListItem["config"], "draft_updated_at" | "published_at">): boolean =>
  draft_updated_at !== null && (published_at === null || Date.parse(draft_updated_at) > Date.parse(published_at))
