import { Link } from "@tanstack/react-router"
import { memo } from "react"
import { RobotState } from "../../../fleet/RobotState.tsx"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { formatLatency, formatPercent } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { Foreign, visible } from "../../../kit/Foreign.tsx"
import { State } from "../../../kit/State.tsx"
import { words } from "../words.ts"

const Jobs = ({ of: { jobs } }: { readonly of: FleetRobot }) => {
  const job = jobs[0]
  if (job === undefined) return <span className="text-3">–</span>
  return (
    <State tone={job.state === "unknown" ? "unsure" : "run"} shape={job.state === "unknown" ? "diamond" : "arc"}>
      {job.slug}
      {job.progress === null ? "" : ` ${formatPercent(job.progress)}`}
      {jobs.length > 1 ? ` +${jobs.length - 1}` : ""}
    </State>
  )
}

/** A robot in the list. It renders anew when its state changes, not when a value does. */
export const RobotRow = memo(
  ({
    current,
    fleetRobot,
    index,
    selected
  }: {
    readonly fleetRobot: FleetRobot
    /** Its place among all rows, from 0. */
    readonly index: number
    readonly current: boolean
    readonly selected: boolean
  }) => {
    const t = useWords(words)
    const { robot } = fleetRobot
    const { latency_ms } = robot.bridge_state
    const { actions, cameras, datapoints, publishers, services } = robot.exposes
    return (
      <tr aria-rowindex={index + 2} aria-selected={selected || undefined} data-current={current || undefined}>
        <td>
          <Link
            to="/robots/$robotId"
            params={{ robotId: robot.id }}
            className="table-name"
            data-robot={robot.id}
            title={visible(robot.name)}
          >
            <Foreign>{robot.name}</Foreign>
          </Link>
        </td>
        <td>
          <RobotState of={fleetRobot} />
        </td>
        <td className="table-end">
          {latency_ms === null || !robot.bridge_state.online ? (
            <span className="text-3">–</span>
          ) : (
            formatLatency(latency_ms)
          )}
        </td>
        <td>
          <Jobs of={fleetRobot} />
        </td>
        <td className="robots-exposes table-end">
          {t.exposeCount(actions + cameras + datapoints + publishers + services)}
        </td>
      </tr>
    )
  }
)
