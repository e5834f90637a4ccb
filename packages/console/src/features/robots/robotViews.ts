import { type FleetRobot, needsAttention } from "../../fleet/robotState.ts"
import type { Term } from "../../query/query.ts"
import { filterRobots, robotKeys } from "./robotsFilter.ts"

/** The parts of a fleet that are counted above its list. */
export const views = ["all", "online", "attention", "awaiting"] as const
export type View = (typeof views)[number]

export const isView = (text: string | undefined): text is View =>
  (views as ReadonlyArray<string | undefined>).includes(text)

export const inView: Readonly<Record<View, (robot: FleetRobot) => boolean>> = {
  all: () => true,
  online: ({ robot }) => robot.bridge_state.online,
  attention: ({ state }) => needsAttention.has(state),
  awaiting: ({ state }) => state === "awaiting"
}

/** The key of a query that no list of robots has: it is taken for a slug. */
export const slugKeyOf = (terms: ReadonlyArray<Term>): string | undefined => {
  for (const term of terms)
    if (term.kind === "field" && !(robotKeys as ReadonlyArray<string>).includes(term.key)) return term.key
  return undefined
}

const nothing = () => undefined

/** How many robots a query finds; undefined where that depends on values which only rows on the screen have. */
export const countOf = (
  fleet: ReadonlyArray<FleetRobot>,
  view: string | undefined,
  terms: ReadonlyArray<Term>
): number | undefined => {
  const { rows, unjudged } = filterRobots(fleet.filter(inView[isView(view) ? view : "all"]), terms, {
    live: nothing,
    apps: nothing
  })
  return unjudged > 0 ? undefined : rows.length
}
