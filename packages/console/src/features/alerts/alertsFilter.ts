import type { OrgAlert } from "@fleet/sdk"
import type { Term } from "../../query/query.ts"

export const alertKeys = ["state", "severity", "robot", "slug", "name"] as const

type Text = Pick<OrgAlert, "slug" | "name" | "robot_name">

const includes = (values: ReadonlyArray<string>, text: string) =>
  values.some((value) => text.toLowerCase().includes(value.toLowerCase()))

const holds = (term: Extract<Term, { kind: "field" }>, alert: OrgAlert): boolean => {
  const texts: Readonly<Record<string, keyof Text>> = { robot: "robot_name", slug: "slug", name: "name" }
  switch (term.key) {
    case "state":
      return term.values.includes(alert.enabled ? alert.state : "off")
    case "severity":
      return term.values.includes(alert.severity)
    default: {
      const key = texts[term.key]
      return key !== undefined && includes(term.values, alert[key])
    }
  }
}

/** The alerts that a query lets through. */
export const filterAlerts = (alerts: ReadonlyArray<OrgAlert>, terms: ReadonlyArray<Term>): ReadonlyArray<OrgAlert> =>
  alerts.filter((alert) =>
    terms.every((term) =>
      term.kind === "word"
        ? includes([term.text], `${alert.name} ${alert.slug} ${alert.robot_name}`) !== term.negated
        : holds(term, alert) !== term.negated
    )
  )
