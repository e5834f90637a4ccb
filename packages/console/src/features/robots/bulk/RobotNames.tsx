import type { ReactNode } from "react"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { formatCount } from "../../../format/numbers.ts"
import { Foreign } from "../../../kit/Foreign.tsx"

/** Robots by name, each with what is said of it. */
export const RobotNames = ({
  open,
  robots,
  title
}: {
  readonly title: ReactNode
  readonly open: boolean
  readonly robots: ReadonlyArray<{ readonly robot: FleetRobot; readonly note?: ReactNode }>
}) => (
  <details className="bulk-names" open={open}>
    <summary>
      {title} <span className="text-3">{formatCount(robots.length)}</span>
    </summary>
    <ul>
      {robots.map(({ note, robot: { robot } }) => (
        <li key={robot.id}>
          <strong>
            <Foreign>{robot.name}</Foreign>
          </strong>
          {note === undefined ? null : <span className="text-2">{note}</span>}
        </li>
      ))}
    </ul>
  </details>
)
