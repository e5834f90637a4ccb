import type { OrgAlert } from "@fleet/sdk"
import { printQuery } from "../../query/query.ts"

/** A row of a list of alerts: one, or the same one on many robots, where none of them needs somebody. */
export type AlertRow =
  | { readonly kind: "one"; readonly alert: OrgAlert }
  | {
      readonly kind: "many"
      readonly alert: OrgAlert
      readonly robots: number
      /** The middle of their last values, where these are numbers. */
      readonly median: number | undefined
      /** The query that lists them one by one. */
      readonly query: string
    }

/** From so many robots on, the same alert stands once. */
const fewest = 3

const isWell = ({ enabled, state }: OrgAlert) => enabled && state === "ok"

const sayingOf = ({ condition, last_value, name, severity, slug }: OrgAlert) =>
  JSON.stringify([name, slug, severity, condition, last_value == null])

const medianOf = (values: ReadonlyArray<unknown>): number | undefined => {
  const numbers = values.filter((value) => typeof value === "number").toSorted((a, b) => a - b)
  if (numbers.length === 0 || numbers.length < values.length) return undefined
  const middle = numbers.length / 2
  return numbers.length % 2 === 1 ? numbers[Math.floor(middle)] : (numbers[middle - 1]! + numbers[middle]!) / 2
}

const exactly = (key: string, value: string) =>
  ({ kind: "field", key, comparison: "is", values: [value], negated: false }) as const

/** Alerts that say the same and are well stand as one, where their first is. What needs somebody is never folded. */
export const foldAlerts = (alerts: ReadonlyArray<OrgAlert>): ReadonlyArray<AlertRow> => {
  const groups = Map.groupBy(alerts.filter(isWell), sayingOf)
  const told = new Set<string>()
  return alerts.flatMap((alert): ReadonlyArray<AlertRow> => {
    const saying = sayingOf(alert)
    const group = isWell(alert) ? (groups.get(saying) ?? []) : []
    const robots = new Set(group.map(({ robot_id }) => robot_id)).size
    if (robots < fewest) return [{ kind: "one", alert }]
    if (told.has(saying)) return []
    told.add(saying)
    const query = printQuery([exactly("state", "ok"), exactly("name", alert.name), exactly("slug", alert.slug)])
    return [{ kind: "many", alert, robots, median: medianOf(group.map(({ last_value }) => last_value)), query }]
  })
}
