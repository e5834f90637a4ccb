import type { FleetRobot } from "../../../fleet/robotState.ts"
import { type Cell, csvOf } from "../../../format/csv.ts"

const columns = [
  "id",
  "name",
  "state",
  "online",
  "latency_ms",
  "published_version",
  "applied_version",
  "last_seen_at",
  "firing_alerts",
  "open_jobs",
  "apps"
] as const

const cellsOf = ({ alerts, jobs, robot, state }: FleetRobot, apps: ReadonlyArray<string>) => ({
  id: robot.id,
  name: robot.name,
  state,
  online: robot.bridge_state.online,
  latency_ms: robot.bridge_state.latency_ms,
  published_version: robot.config.published_version,
  applied_version: robot.config.applied_version,
  last_seen_at: robot.last_seen_at,
  firing_alerts: alerts.map(({ name }) => name),
  open_jobs: jobs.map(({ slug }) => slug),
  apps
})

type AppsByRobot = ReadonlyMap<string, ReadonlyArray<string>>

/** Robots as a table, with the words of the API. Lists in a cell stand between semicolons. */
export const robotsAsCsv = (robots: ReadonlyArray<FleetRobot>, apps: AppsByRobot): string =>
  csvOf(
    columns,
    robots.map((robot) => {
      const cells = cellsOf(robot, apps.get(robot.robot.id) ?? [])
      return columns.map((column): Cell => {
        const cell = cells[column]
        return typeof cell === "object" && cell !== null ? cell.join("; ") : cell
      })
    })
  )

export const robotsAsJson = (robots: ReadonlyArray<FleetRobot>, apps: AppsByRobot): string =>
  `${JSON.stringify(
    robots.map((robot) => cellsOf(robot, apps.get(robot.robot.id) ?? [])),
    null,
    2
  )}\n`
