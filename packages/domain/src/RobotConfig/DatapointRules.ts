import type { Findings } from "./Findings.ts"
import type { Path } from "./Path.ts"
import { entriesOf, own } from "./Walk.ts"

const checkCondition = (condition: unknown, path: Path, findings: Findings): void => {
  const fireAt = own(condition, "fire_at")
  const resolveAt = own(condition, "resolve_at")
  if (typeof resolveAt !== "number") return
  if (typeof fireAt === "string" || typeof fireAt === "boolean") {
    findings.add(path, "invalid_condition", "resolve_at belongs to a threshold: fire_at must be a number.")
  } else if (fireAt === resolveAt) {
    findings.add(path, "invalid_condition", "resolve_at must differ from fire_at; leave it out for an equality.")
  }
}

/** The rules between the keys of one datapoint. */
export const checkDatapoint = (datapoint: unknown, path: Path, findings: Findings): void => {
  if (own(datapoint, "field") === undefined) {
    for (const key of ["numeric", "chart", "alerts"]) {
      if ((own(datapoint, key) ?? undefined) === undefined) continue
      findings.add(path.child(key), "requires_single_field", "Without field the datapoint is the whole message.")
    }
  }
  const chart = own(datapoint, "chart")
  const low = own(chart, "y_min")
  const high = own(chart, "y_max")
  if (typeof low === "number" && typeof high === "number" && high < low) {
    findings.add(path.at("chart", "y_max"), "custom", "y_max must not be below y_min.")
  }
  for (const [slug, alert] of entriesOf(own(datapoint, "alerts"))) {
    checkCondition(own(alert, "condition"), path.at("alerts", slug, "condition"), findings)
  }
}
