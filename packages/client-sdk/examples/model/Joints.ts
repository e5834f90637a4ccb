import type { JointPositions, RobotJoint } from "@fleet/sdk"

const degrees = 180 / Math.PI

/** Whole degrees; a joint that turns without end has them from -180 to 180. */
const angle = (value: number, type: RobotJoint["type"]): number => {
  const turned = Math.round(value * degrees)
  return type === "continuous" ? turned - 360 * Math.round(turned / 360) : turned
}

/** A position as people read it: metres, or degrees. */
export const positionText = (value: number | undefined, type: RobotJoint["type"]): string => {
  if (value === undefined) return "–"
  return type === "prismatic" ? `${value.toFixed(3)} m` : `${angle(value, type)}°`
}

/** A table with a row for each joint that moves. */
export class Joints {
  private readonly cells: ReadonlyArray<readonly [joint: RobotJoint, cell: HTMLTableCellElement]>

  constructor(rows: HTMLTableSectionElement, joints: ReadonlyArray<RobotJoint>) {
    rows.replaceChildren()
    this.cells = joints
      .filter(({ mimics }) => mimics === null)
      .map((joint) => {
        const row = rows.insertRow()
        const head = document.createElement("th")
        head.scope = "row"
        head.textContent = joint.name
        row.append(head)
        const cell = row.insertCell()
        cell.textContent = positionText(undefined, joint.type)
        return [joint, cell] as const
      })
  }

  show(positions: JointPositions): void {
    for (const [joint, cell] of this.cells) cell.textContent = positionText(positions[joint.name], joint.type)
  }
}
