import { isDraftAhead, needsAttention, type FleetRobot } from "../../fleet/robotState.ts"
import { compares, type Term } from "../../query/query.ts"

/** What a list of robots can be filtered by, beside the slugs of live columns. */
export const robotKeys = [
  "state",
  "name",
  "app",
  "job",
  "alert",
  "latency",
  "low",
  "protocol",
  "version",
  "draft",
  "seen"
] as const

type Field = Extract<Term, { kind: "field" }>

/** The newest value of a slug, where it is a number, a text or a truth value. */
export type LiveValue = (robotId: string, slug: string) => number | string | boolean | undefined

/** The names of the apps that reach a robot; undefined while they are not known. */
export type AppsOf = (robotId: string) => ReadonlyArray<string> | undefined

/** What is not in the list itself. */
export interface Beside {
  readonly live: LiveValue
  readonly apps: AppsOf
}

/** `undefined` where the key names nothing that is known of this robot. */
const holds = (term: Field, { alerts, jobs, robot, state }: FleetRobot, beside: Beside): boolean | undefined => {
  const is = (...texts: ReadonlyArray<string>) =>
    term.values.some((value) => texts.some((text) => text.toLowerCase() === value.toLowerCase()))
  const has = (...texts: ReadonlyArray<string>) =>
    term.values.some((value) => texts.some((text) => text.toLowerCase().includes(value.toLowerCase())))
  switch (term.key) {
    case "state":
      return is(
        state,
        ...(needsAttention.has(state) ? ["attention"] : []),
        ...(robot.bridge_state.online ? ["online"] : state === "awaiting" ? [] : ["offline"])
      )
    case "name":
      return has(robot.name)
    case "app": {
      const apps = beside.apps(robot.id)
      return apps === undefined ? undefined : has(...apps) || is(apps.length === 0 ? "none" : "any")
    }
    case "job":
      return has(...jobs.map((job) => job.slug)) || (is("any") && jobs.length > 0)
    case "alert":
      return has(...alerts.map((alert) => alert.name)) || (is("any") && alerts.length > 0)
    case "latency":
      return robot.bridge_state.latency_ms === null ? false : compares(term, robot.bridge_state.latency_ms)
    case "low":
      return robot.bridge_state.low_bandwidth === is("yes", "true", "1")
    case "protocol":
      return is(robot.protocol_status) || (robot.protocol_version !== null && compares(term, robot.protocol_version))
    case "version":
      return robot.config.published_version === null ? false : compares(term, robot.config.published_version)
    case "draft":
      return isDraftAhead(robot.config) === is("ahead", "yes", "true")
    case "seen":
      return is(robot.last_seen_at === null ? "never" : robot.bridge_state.online ? "now" : "before")
    default: {
      const value = beside.live(robot.id, term.key)
      if (value === undefined) return undefined
      return typeof value === "number" ? compares(term, value) : is(String(value))
    }
  }
}

/** The rows that a query lets through, and how many could not be judged because their value is not known yet. */
export const filterRobots = (
  fleet: ReadonlyArray<FleetRobot>,
  terms: ReadonlyArray<Term>,
  beside: Beside
): { readonly rows: ReadonlyArray<FleetRobot>; readonly unjudged: number } => {
  let unjudged = 0
  const rows = fleet.filter((fleetRobot) => {
    let isUnjudged = false
    const passes = terms.every((term) => {
      const result =
        term.kind === "word"
          ? fleetRobot.robot.name.toLowerCase().includes(term.text.toLowerCase())
          : holds(term, fleetRobot, beside)
      if (result === undefined) isUnjudged = true
      return result === undefined ? false : result !== term.negated
    })
    if (isUnjudged) unjudged += 1
    return passes
  })
  return { rows, unjudged }
}
