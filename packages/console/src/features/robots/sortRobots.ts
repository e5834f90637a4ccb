import { robotStates, type FleetRobot } from "../../fleet/robotState.ts"
import type { Sorting } from "../../kit/SortHeader.tsx"
import { byText } from "../../format/order.ts"

export const sortColumns = ["name", "state", "latency", "job"] as const
type SortColumn = (typeof sortColumns)[number]

/** `name` or `-name` of an address as a sorting; anything else sorts by name. */
export const sortingOf = (text: string | undefined): Sorting => {
  const descending = text?.startsWith("-") ?? false
  const by = descending ? text!.slice(1) : text
  return { by: sortColumns.find((column) => column === by) ?? "name", descending }
}

export const sortingText = ({ by, descending }: Sorting): string => (descending ? `-${by}` : by)

const byName = (a: FleetRobot, b: FleetRobot) => byText(a.robot.name, b.robot.name)

/** Rows without a value stand last, whichever way the others are sorted. */
const byNumber =
  (value: (robot: FleetRobot) => number | null) => (descending: boolean) => (a: FleetRobot, b: FleetRobot) => {
    const x = value(a)
    const y = value(b)
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return descending ? y - x : x - y
  }

const orders: Readonly<Record<SortColumn, (descending: boolean) => (a: FleetRobot, b: FleetRobot) => number>> = {
  name: (descending) => (a, b) => (descending ? -byName(a, b) : byName(a, b)),
  state: byNumber(({ state }) => robotStates.indexOf(state)),
  latency: byNumber(({ robot }) => robot.bridge_state.latency_ms),
  job: byNumber(({ jobs }) => (jobs.length === 0 ? null : jobs.length))
}

export const sortRobots = (rows: ReadonlyArray<FleetRobot>, { by, descending }: Sorting): ReadonlyArray<FleetRobot> => {
  const order = orders[by as SortColumn](descending)
  return rows.toSorted((a, b) => order(a, b) || byName(a, b))
}
