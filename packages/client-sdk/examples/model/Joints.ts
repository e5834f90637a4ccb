import type { JointPositions, RobotJoint } from "@fleet/sdk"

const degrees = 180 / Math.PI

const shown = (value: number | undefined, { type }: RobotJoint): string => {
  if (value === undefined) return "–"
  return type === "prismatic" ? `${value.toFixed(3)} m` : `${(value * degrees).toFixed(0)}°`
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
        cell.textContent = shown(undefined, joint)
        return [joint, cell] as const
      })
  }

  show(positions: JointPositions): void {
    for (const [joint, cell] of this.cells) cell.textContent = shown(positions[joint.name], joint)
  }
}
