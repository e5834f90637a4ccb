import type { FleetRobot } from "../../../fleet/robotState.ts"
import { isDraftAhead } from "../../../fleet/robotState.ts"

/** What can be done with several robots at once. */
export type BulkAct = "publish" | "cancel" | "attach" | "detach" | "delete"

/** Why a robot is left out of an act. */
type LeftOut = "no-draft" | "no-job" | "job-unknown" | "offline" | "attached" | "not-attached"

/** Of several robots: those that an act is for, and why the others are left out. */
interface BulkPlan {
  readonly able: ReadonlyArray<FleetRobot>
  readonly leftOut: ReadonlyArray<{ readonly robot: FleetRobot; readonly why: LeftOut }>
}

const reasonOf = (act: BulkAct, robot: FleetRobot, appRobots: ReadonlySet<string>): LeftOut | undefined => {
  switch (act) {
    case "publish":
      return isDraftAhead(robot.robot.config) ? undefined : "no-draft"
    case "cancel":
      if (robot.jobs.length === 0) return "no-job"
      if (!robot.jobs.some((job) => job.state === "running")) return "job-unknown"
      return robot.robot.bridge_state.online ? undefined : "offline"
    case "attach":
      return appRobots.has(robot.robot.id) ? "attached" : undefined
    case "detach":
      return appRobots.has(robot.robot.id) ? undefined : "not-attached"
    case "delete":
      return undefined
  }
}

/** `appRobots`: the robots of the app that an act is about. */
export const planOf = (
  act: BulkAct,
  robots: ReadonlyArray<FleetRobot>,
  appRobots: ReadonlySet<string> = new Set()
): BulkPlan => {
  const able: Array<FleetRobot> = []
  const leftOut: Array<{ robot: FleetRobot; why: LeftOut }> = []
  for (const robot of robots) {
    const why = reasonOf(act, robot, appRobots)
    if (why === undefined) able.push(robot)
    else leftOut.push({ robot, why })
  }
  return { able, leftOut }
}

/** What the list of an app becomes: the others in it stay as they are. */
export const robotsOfApp = (
  before: ReadonlyArray<string>,
  change: ReadonlyArray<string>,
  act: "attach" | "detach"
): ReadonlyArray<string> => {
  const changed = new Set(change)
  return act === "attach"
    ? [...before, ...change.filter((id) => !before.includes(id))]
    : before.filter((id) => !changed.has(id))
}

/** What a deletion takes along, of all robots whose preview came. */
interface DeletionTotal {
  readonly robots: number
  readonly samples: number
  readonly bytes: number
  readonly runs: number
  readonly drafts: number
  readonly watched: number
}

interface Preview {
  readonly sample_rows: number
  readonly bytes_freed: number
  readonly asset_bytes_freed: number
  readonly job_run_count: number
  readonly had_live_session: boolean
  readonly had_unpublished_draft: boolean
}

export const totalOf = (previews: ReadonlyArray<Preview>): DeletionTotal => ({
  robots: previews.length,
  samples: previews.reduce((sum, { sample_rows }) => sum + sample_rows, 0),
  bytes: previews.reduce((sum, { asset_bytes_freed, bytes_freed }) => sum + bytes_freed + asset_bytes_freed, 0),
  runs: previews.reduce((sum, { job_run_count }) => sum + job_run_count, 0),
  drafts: previews.filter(({ had_unpublished_draft }) => had_unpublished_draft).length,
  watched: previews.filter(({ had_live_session }) => had_live_session).length
})
